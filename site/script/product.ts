import { watchInactivity } from '../../browser/inactivity.ts';
import { offerInstallation } from '../../browser/install-offer.ts';
import { hasUnsent } from '../../browser/outbox.ts';
import { signOutFromMenu } from '../../browser/sign-out.ts';
import { dropLeftoverCache } from './after-sign-out.ts';
import { followSession, leaveAfterTimeout } from './follow-session.ts';
import { fillTypedFields, keepTypedFields } from './typed-fields.ts';

// Not part of main.ts, which finders load.
offerInstallation(document);
followSession();
fillTypedFields();
addEventListener('leaving', keepTypedFields);
const uid = document.querySelector<HTMLElement>('[data-viewer]')?.dataset.viewer;
if (uid) {
  signOutFromMenu(document, hasUnsent);
  watchInactivity({ onTimeout: () => leaveAfterTimeout(uid) });
} else dropLeftoverCache();
