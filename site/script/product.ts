import { watchInactivity } from '../../browser/inactivity.ts';
import { offerInstallation } from '../../browser/install-offer.ts';
import { signOutFromMenu } from '../../browser/sign-out.ts';
import { followSession, leaveAfterTimeout } from './follow-session.ts';

// For those who use the product, apart from main.ts: a finder does not pay for it.
offerInstallation(document);
followSession();
const uid = document.querySelector<HTMLElement>('[data-viewer]')?.dataset.viewer;
if (uid) {
  signOutFromMenu(document);
  watchInactivity({ onTimeout: () => leaveAfterTimeout(uid) });
}
