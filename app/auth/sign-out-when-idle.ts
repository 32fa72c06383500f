import { timeoutPath } from '../../browser/idle-clock.ts';
import { watchInactivity } from '../../browser/inactivity.ts';
import { personOf, type SignIn } from './token.ts';

/** While somebody is shown as signed in: after 30 minutes without activity they are not, and are told why (C-4.10). */
export function signOutWhenIdle(signIn: SignIn, goTo: (path: string) => void): void {
  let before = signIn.current().status;
  let wasHere = personOf(signIn.current()) !== null;
  let stop = () => {};
  const onTimeout = () => signIn.leave('timeout');
  signIn.subscribe(() => {
    const state = signIn.current();
    const isHere = personOf(state) !== null;
    if (isHere !== wasHere) {
      stop();
      if (isHere) stop = watchInactivity({ justSignedIn: before === 'signed-out', onTimeout });
    }
    wasHere = isHere;
    before = state.status;
    if (state.status === 'signed-out' && state.reason === 'timeout') goTo(timeoutPath);
  });
}
