import './app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { finishTimeout } from '../../browser/inactivity.ts';
import { logOnly } from '../../browser/log-only.ts';
import { closeMenuOnLeave, rememberMenu } from '../../browser/menu.ts';
import { signOutFromMenu } from '../../browser/sign-out.ts';
import type { Words } from '../../language/words.ts';
import { WordsContext } from '../../ui/words-context.ts';
import { maintenanceWatch } from '../data/maintenance.ts';
import { secondFactor } from '../data/prove-second-factor.ts';
import { createQueryClient } from '../data/query-client.ts';
import { registerWorker } from '../offline/register-worker.ts';
import { AuthProvider } from '../session/auth-provider.tsx';
import { sessionStore } from '../session/session-store.ts';
import { signOutWhenIdle } from '../session/sign-out-when-idle.ts';
import { App } from './app.tsx';
import { BrandContext, brandOfDocument } from './brand.ts';
import { takeFirstData } from './first-data.ts';
import { openPage } from './open-page.ts';
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
    root.dataset.failed = '';
    dispatchEvent(new Event(startFailed));
  });

async function start(root: HTMLElement, words: Words): Promise<void> {
  const brand = brandOfDocument(root);
  const client = createQueryClient();
  closeMenuOnLeave(document);
  explainFields(document);
  signOutFromMenu(document, async (uid) => (await import('../../browser/outbox.ts')).hasUnsent(uid));
  signOutWhenIdle(sessionStore);
  secondFactor.prove = async () => (await import('../second-factor/ask-again.tsx')).askAgain();
  takeFirstData(root, client);
  if (maintenanceWatch.current().status === 'loading') void maintenanceWatch.check();
  void finishTimeout().then(sessionStore.start);
  registerWorker();
  reloadWhenStale();

  // Until its page is there, the app leaves what the document shows.
  const isFirstMissing = await openPage(location.pathname);
  const reopenMenu = rememberMenu(root);
  flushSync(() =>
    createRoot(root).render(
      <WordsContext value={words}>
        <BrandContext value={brand}>
          <QueryClientProvider client={client}>
            <AuthProvider>
              <BrowserRouter>
                <App isFirstMissing={isFirstMissing} />
              </BrowserRouter>
            </AuthProvider>
          </QueryClientProvider>
        </BrandContext>
      </WordsContext>,
    ),
  );
  reopenMenu();
  root.dataset.started = '';
}
