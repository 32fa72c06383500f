import type { Installation } from '../../server/installation.ts';
import type { Limited } from '../../server/limits/limits.ts';

export type Try = {
  email: string;
  /** Keyed hash of the network that it comes from. */
  networkKey: string;
  /** The device, where the account was signed in to before: it has an allowance of its own, so that nobody else uses it up. */
  knownDevice?: string | undefined;
};

/**
 * Counts a try at signing in before it is made, so that many at once count too; `clearTries` takes back what was right.
 * A known device counts by itself. Others count tightly by account and network, and loosely by account and by network: who
 * guesses does not lock the owner out. Unknown addresses count alike.
 */
export async function takeTry(by: Try, { keys, limits }: Installation): Promise<Limited> {
  for (const [name, key] of countsOf(by, keys)) {
    const taken = await limits.take(name, key);
    if (!taken.allowed) return taken;
  }
  return { allowed: true, retryAfter: 1 };
}

/** The try was not made after all: it does not count. */
export async function returnTry(by: Try, { keys, limits }: Installation): Promise<void> {
  for (const [name, key] of countsOf(by, keys)) await limits.putBack(name, key);
}

/** The same for who is signed in already: strangers’ tries do not count here. */
export function takeOwnTry(email: string, { keys, limits }: Installation): Promise<Limited> {
  return limits.take('wrong-own-password', accountKey(email, keys));
}

/** After the right password: it does not count for the network either. */
export async function clearTries(by: Try, installation: Installation): Promise<void> {
  if (!by.knownDevice) await installation.limits.putBack('wrong-password-network', by.networkKey);
  await forgetTries(by.email, installation);
}

/** After the right password, and after a new one was set: nothing counts any more for the account, from wherever it was tried. */
export async function forgetTries(email: string, { keys, limits }: Installation): Promise<void> {
  const account = accountKey(email, keys);
  await limits.forget('wrong-password', `${account}.`);
  await limits.forget('wrong-password-anywhere', account);
  await limits.forget('wrong-own-password', account);
}

function countsOf({ email, networkKey, knownDevice }: Try, keys: Installation['keys']) {
  const account = accountKey(email, keys);
  if (knownDevice) return [['wrong-password', `${account}.${knownDevice}`]] as const;
  return [
    ['wrong-password', `${account}.${networkKey}`],
    ['wrong-password-anywhere', account],
    ['wrong-password-network', networkKey],
  ] as const;
}

function accountKey(email: string, keys: Installation['keys']): string {
  return keys.code('address', `account ${email.toLowerCase()}`).toString('base64url');
}
