import { logOnly } from '../../browser/log-only.ts';
import { cachePrefix, readRelease } from './release.ts';

/** C-1.05. Without a worker or https it does nothing. */
export function registerWorker(): void {
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
