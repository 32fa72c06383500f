import { watchInactivity } from '../../browser/inactivity.ts';
import { rememberPage } from '../../browser/page-before-timeout.ts';
import { personOf, type SessionStore } from './session-store.ts';

/** C-4.10. */
export function signOutWhenIdle(sessionStore: SessionStore): void {
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
