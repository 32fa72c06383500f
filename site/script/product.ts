import { dropCopy } from '../../browser/drop-copy.ts';
import { timeoutPath } from '../../browser/idle-clock.ts';
import { watchInactivity } from '../../browser/inactivity.ts';
import { offerInstallation } from '../../browser/install-offer.ts';

// For those who use the product, apart from main.ts: a finder does not pay for it.
offerInstallation(document);
if (document.querySelector('[data-unread]')) watchInactivity({ onTimeout });

async function onTimeout(): Promise<void> {
  await dropCopy().catch(() => undefined);
  location.replace(timeoutPath);
}
