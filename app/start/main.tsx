import { QueryClientProvider } from '@tanstack/react-query';
import { finishTimeout, isTimeoutUnfinished, watchInactivity } from '../../browser/inactivity.ts';
import { logOnly } from '../../browser/log-only.ts';
import { rememberPage } from '../../browser/page-before-timeout.ts';
import { type FirstData, firstDataId } from '../../ui/first-data.ts';
import { maintenanceWatch } from '../core/data/maintenance.ts';
import { queryClient } from '../core/data/query-client.ts';
import { loadTranslations, t } from '../core/document/app-translations.ts';
import { device } from '../core/offline/device.ts';
import { cachePrefix, readRelease } from '../core/offline/release.ts';
import { personOf, type SessionStore, sessionStore } from '../core/session/session-store.ts';
import './app.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { closeMenuOnLeave, rememberMenu } from '../../browser/menu.ts';
import { signOutFromMenu } from '../../browser/sign-out.ts';
import { TranslationsContext } from '../../ui/translations-context.ts';
import { askForSecondFactor } from '../core/data/prove-second-factor.ts';
import { BrandContext, brandOfDocument } from '../core/document/page-metadata.ts';
import { reloadWhenStale, startFailed } from '../core/document/second-try.ts';
import { currentLocation, followHistory } from '../core/navigation/navigation.tsx';
import { AuthProvider } from '../core/session/auth-provider.tsx';
import { App } from './app.tsx';
import { openPage } from './routes.tsx';

const root = document.getElementById('app');
if (!root) throw new Error('The document has no element #app.');

// From here on this script says what goes wrong, and no longer watch-start.ts.
root.dataset.script = '';
loadTranslations(document.documentElement.lang)
  .then(() => start(root))
  .catch((error) => {
    logOnly('The app could not start')(error);
    root.dataset.failed = '';
    dispatchEvent(new Event(startFailed));
  });

async function start(root: HTMLElement): Promise<void> {
  const brand = brandOfDocument(root);
  followHistory();
  closeMenuOnLeave(document);
  explainFields(document);
  signOutFromMenu(document, device);
  signOutWhenIdle(sessionStore);
  askForSecondFactor(async () => (await import('../features/sign-in/ask-again.tsx')).askAgain());
  takeFirstData(root);
  if (maintenanceWatch.current().status === 'loading') void maintenanceWatch.check();
  void finishTimeout().then(sessionStore.start);
  registerWorker();
  reloadWhenStale();

  // Until its page is there, the app leaves what the document shows.
  const opened = currentLocation();
  const first = { location: opened, isMissing: await openPage(opened.pathname) };
  const reopenMenu = rememberMenu(root);
  // From here on its parts ask for scripts that they do not wait for.
  performance.mark('drawing');
  const onDrawn = () => {
    reopenMenu();
    root.dataset.started = '';
  };
  // In pieces, so that a slow phone answers meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <TranslationsContext value={t}>
        <BrandContext value={brand}>
          <QueryClientProvider client={queryClient}>
            <AuthProvider>
              <App first={first} onDrawn={onDrawn} />
            </AuthProvider>
          </QueryClientProvider>
        </BrandContext>
      </TranslationsContext>,
    ),
  );
}

function signOutWhenIdle(sessionStore: SessionStore): void {
  let before = sessionStore.current();
  let stop = () => {};
  const onTimeout = () => sessionStore.leave('timeout');
  sessionStore.subscribe(() => {
    const now = sessionStore.current();
    const [wasHere, isHere] = [personOf(before) !== null, personOf(now) !== null];
    const timedOut = now.status === 'signed-out' && now.reason === 'timeout';
    const left = personOf(before);
    if (left && timedOut) rememberPage(left.uid);
    if (isHere !== wasHere) {
      stop();
      if (isHere) stop = watchInactivity({ justSignedIn: before.status === 'signed-out', onTimeout });
    }
    before = now;
  });
}

/** C-1.05. Without a worker or https it does nothing. */
function registerWorker(): void {
  const { serviceWorker, locks } = navigator;
  if (!serviceWorker || !locks) return;
  locks
    .request(cachePrefix + readRelease(document), { mode: 'shared' }, () => new Promise(() => {}))
    .catch(logOnly('The files of this release are not held'));
  const register = () =>
    serviceWorker
      .register('/service-worker.js', { updateViaCache: 'none' })
      .catch(logOnly('The app will not open without network'));
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}

/** Takes what the document brought as if it had been asked for. The first drawing of the app removes its element. */
function takeFirstData(root: HTMLElement): void {
  const json = root.querySelector(`#${firstDataId}`)?.textContent;
  if (!json || isTimeoutUnfinished()) return;
  const { user, maintenance: setting, answers } = JSON.parse(json) as FirstData;
  for (const [key, data] of answers) queryClient.setQueryData(key, data, { updatedAt: performance.timeOrigin });
  if (setting) maintenanceWatch.take(setting);
  sessionStore.expect(user);
}

/** The browser says what is wrong with a field in its own language; the page says it in its. */
function explainFields(root: Document): void {
  root.addEventListener(
    'invalid',
    ({ target }) => {
      if (!isField(target)) return;
      const { valueMissing, typeMismatch } = target.validity;
      if (valueMissing) target.setCustomValidity(t('form.missing'));
      else if (typeMismatch) target.setCustomValidity(t('form.noEmail'));
    },
    true,
  );
  // What was said holds until something is typed.
  root.addEventListener('input', ({ target }) => {
    if (isField(target)) target.setCustomValidity('');
  });
}

function isField(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
