import { cartCountIn, showCount } from '../../browser/count-badge.ts';
import { dropOfflineCache, hasOfflineCache, hasOutbox } from '../../browser/device-store.ts';
import { isIdleClockStarted } from '../../browser/idle-clock.ts';
import { watchInactivity } from '../../browser/inactivity.ts';
import { offerInstallation } from '../../browser/install-offer.ts';
import { signOutFromMenu } from '../../browser/sign-out.ts';
import { storageOf } from '../../browser/storage.ts';
import { followCountry } from './checkout-country.ts';
import { offerCopying, select } from './copying.ts';
import { followSession, leaveAfterTimeout, readSession } from './follow-session.ts';
import { fillTypedFields, keepTypedFields } from './typed-fields.ts';

// Not part of main.ts, which finders load.
offerInstallation(document);
followSession();
followCountry(fillTypedFields());
showCartCount();
offerCopying(document.querySelectorAll('[data-copy]'), ({ parentElement: part }) =>
  select(part?.previousElementSibling),
);
// A page that was gone back to is as it was left.
addEventListener('pageshow', showCartCount);
document.addEventListener('visibilitychange', showCartCount);
addEventListener('focus', showCartCount);
addEventListener('leaving', keepTypedFields);
const uid = document.querySelector<HTMLElement>('[data-viewer]')?.dataset.viewer;
if (uid) {
  signOutFromMenu(document, { hasOutbox, dropOfflineCache });
  watchInactivity({ onTimeout: () => leaveAfterTimeout(uid) });
} else dropLeftoverCache();

function showCartCount(): void {
  showCount('[data-cart]', cartCountIn(document.cookie));
}

/** Asks the server, because a page may greet nobody for another reason. */
async function dropLeftoverCache(): Promise<void> {
  if (!isIdleClockStarted(storageOf('localStorage'))) return;
  const isLeft = await hasOfflineCache().catch(() => false);
  if (isLeft && (await readSession()) === 'over') await dropOfflineCache().catch(() => undefined);
}
