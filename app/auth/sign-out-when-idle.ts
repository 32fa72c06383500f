import { timeoutPath, watchInactivity } from '../../browser/inactivity.ts';
import type { SignIn } from './token.ts';

/** While somebody is signed in: after 30 minutes without activity they are not, and are told why (C-4.10). */
export function signOutWhenIdle(signIn: SignIn, goTo: (path: string) => void): void {
  let before = signIn.current().status;
  let stop = () => {};
  const onTimeout = () => {
    signIn.leave('timeout');
    goTo(timeoutPath);
  };
  signIn.subscribe(() => {
    const { status } = signIn.current();
    if (status === before) return;
    stop();
    if (status === 'signed-in') stop = watchInactivity({ justSignedIn: before === 'signed-out', onTimeout });
    before = status;
  });
}
