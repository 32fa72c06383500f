import { createRoot } from 'react-dom/client';
import '../../../site/document/finder.css';
import { FinderPage } from './finder-page.tsx';

const root = document.getElementById('root');
if (root) createRoot(root).render(<FinderPage hash={location.pathname.split('/').at(-1) ?? ''} />);
