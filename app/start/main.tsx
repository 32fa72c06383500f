import './app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { finishTimeout } from '../../browser/inactivity.ts';
import { offerInstallation } from '../../browser/install-offer.ts';
import { logOnly } from '../../browser/log-only.ts';
import { closeMenuOnLeave } from '../../browser/menu.ts';
import { signOutFromMenu } from '../../browser/sign-out.ts';
import type { Words } from '../../language/words.ts';
import { WordsContext } from '../../ui/words-context.ts';
import { maintenance } from '../data/maintenance.ts';
import { createQueryClient } from '../data/query-client.ts';
import { registerWorker } from '../offline/register-worker.ts';
import { AuthProvider } from '../session/auth-provider.tsx';
import { sessionStore } from '../session/session-store.ts';
import { signOutWhenIdle } from '../session/sign-out-when-idle.ts';
import { BrandContext, readBrand } from './brand.ts';
import { takeFirstData } from './first-data.ts';
import { interceptLinks } from './intercept-links.ts';
import { routes } from './routes.tsx';
import { reloadWhenStale } from './stale-release.ts';
import { startFailed } from './start-failed.ts';
import { explainFields } from './validation.ts';
import { loadWords } from './words.ts';

const root = document.getElementById('app');
if (!root) throw new Error('The document has no element #app.');

// From here on this script says what goes wrong, and no longer watch-start.ts.
root.dataset.script = '';
loadWords(document.documentElement.lang)
  .then((words) => start(root, words))
  .catch((error) => {
    logOnly('The app could not start')(error);
    dispatchEvent(new Event(startFailed));
  });

async function start(root: HTMLElement, words: Words): Promise<void> {
  const brand = readBrand(root);
  const router = createBrowserRouter(routes);
  const client = createQueryClient();
  closeMenuOnLeave(document);
  offerInstallation(document);
  explainFields(document);
  signOutFromMenu(document);
  interceptLinks(document, router);
  signOutWhenIdle(sessionStore, (path) => router.navigate(path, { replace: true }));
  takeFirstData(root, client);
  if (maintenance.current().status === 'loading') void maintenance.check();
  void finishTimeout().then(sessionStore.start);
  registerWorker();
  reloadWhenStale(router);

  await isInitialized(router);
  createRoot(root).render(
    <WordsContext value={words}>
      <BrandContext value={brand}>
        <QueryClientProvider client={client}>
          <AuthProvider>
            <RouterProvider router={router} />
          </AuthProvider>
        </QueryClientProvider>
      </BrandContext>
    </WordsContext>,
  );
  root.dataset.started = '';
}

/** Until its page is there, the app leaves what the document shows. */
function isInitialized(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  return new Promise((resolve) => {
    const look = ({ initialized }: { initialized: boolean }) => initialized && resolve();
    router.subscribe(look);
    look(router.state);
  });
}
