import { createRoot } from 'react-dom/client';
import { ConnectionErrorScreen } from '../ui/system-screen.tsx';

/**
 * C-8.03: an app that fails before it shows anything says so, instead of loading for ever.
 * @returns to be called when it has started
 */
export function showStartFailure(root: HTMLElement): () => void {
  const onError = () => {
    createRoot(root).render(
      <ConnectionErrorScreen failure="Error initializing application" href={location.pathname} />,
    );
  };
  addEventListener('error', onError);
  return () => removeEventListener('error', onError);
}
