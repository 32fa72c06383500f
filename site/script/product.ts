import { watchInactivity } from '../../browser/inactivity.ts';
import { offerInstallation } from '../../browser/install-offer.ts';
import { dropOfflineCache } from '../../browser/offline-cache.ts';
import { timeoutPath } from '../../paths/paths.ts';

// Not part of main.ts, which finders load.
offerInstallation(document);
if (document.querySelector('[data-unread]')) watchInactivity({ onTimeout });

async function onTimeout(): Promise<void> {
  await dropOfflineCache().catch(() => undefined);
  location.replace(timeoutPath());
}
