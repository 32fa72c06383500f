import type { Installation } from '../../server/installation.ts';
import type { Limited } from '../../server/limits/limits.ts';

/**
 * Counts a try at signing in before it is made, so that many at once count too; `forgetTries` takes back what was right.
 * Tightly by account and place, and only loosely by account: who guesses does not lock the owner out. Unknown addresses count alike.
 */
export async function takeTry(
  { email, place }: { email: string; place: string },
  { keys, limits }: Installation,
): Promise<Limited> {
  const account = accountKey(email, keys);
  const here = await limits.take('wrong-password', `${account}.${place}`);
  return here.allowed ? limits.take('wrong-password-anywhere', account) : here;
}

/** The same for who is signed in already: strangers’ tries do not count here. */
export function takeOwnTry(email: string, { keys, limits }: Installation): Promise<Limited> {
  return limits.take('wrong-own-password', accountKey(email, keys));
}

/** After the right password, and after a new one was set: nothing counts any more, from wherever it was tried. */
export async function forgetTries(email: string, { keys, limits }: Installation): Promise<void> {
  const account = accountKey(email, keys);
  await limits.giveBack('wrong-password', `${account}.`);
  await limits.giveBack('wrong-password-anywhere', account);
  await limits.giveBack('wrong-own-password', account);
}

function accountKey(email: string, keys: Installation['keys']): string {
  return keys.code('address', `account ${email.toLowerCase()}`).toString('base64url');
}
