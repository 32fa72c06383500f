import { createRoot } from 'react-dom/client';
import '../../site/finder/finder.css';
import { FoundPage } from './found-page.tsx';

const root = document.getElementById('root');
if (root) createRoot(root).render(<FoundPage hash={location.pathname.split('/').at(-1) ?? ''} />);
