import { type Limited, takeEach } from '../../server/limits/limits.ts';
import type { Services } from '../../server/services.ts';

export type Try = {
  email: string;
  networkKey: string;
  /** A device that is known to the account; it has an allowance of its own. */
  knownDevice?: string | undefined;
};

/** Counts a try before it is made, so that parallel tries count. A known device counts alone, so guessing cannot lock out the owner. */
export function takeTry(by: Try, { keys, limits }: Services): Promise<Limited> {
  return takeEach(limits, countsOf(by, keys));
}

export async function returnTry(by: Try, { keys, limits }: Services): Promise<void> {
  for (const [name, key] of countsOf(by, keys)) await limits.putBack(name, key);
}

/** Counts a try of a signed-in user, apart from strangers' tries. */
export function takeOwnTry(email: string, { keys, limits }: Services): Promise<Limited> {
  return limits.take('wrong-own-password', accountKey(email, keys));
}

/** Undoes the try in the network's count after the right password. */
export async function clearTries(by: Try, services: Services): Promise<void> {
  if (!by.knownDevice) await services.limits.putBack('wrong-password-network', by.networkKey);
  await resetTries(by.email, services);
}

/** Forgets every try at the account, after the right password or a new one. */
export async function resetTries(email: string, { keys, limits }: Services): Promise<void> {
  const account = accountKey(email, keys);
  await limits.forget('wrong-password', `${account}.`);
  await limits.forget('wrong-password-anywhere', account);
  await limits.forget('wrong-own-password', account);
}

function countsOf({ email, networkKey, knownDevice }: Try, keys: Services['keys']) {
  const account = accountKey(email, keys);
  if (knownDevice) return [['wrong-password', `${account}.${knownDevice}`]] as const;
  return [
    ['wrong-password', `${account}.${networkKey}`],
    ['wrong-password-anywhere', account],
    ['wrong-password-network', networkKey],
  ] as const;
}

function accountKey(email: string, keys: Services['keys']): string {
  return keys.code('address', `account ${email.toLowerCase()}`).toString('base64url');
}
