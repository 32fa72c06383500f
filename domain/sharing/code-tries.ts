import type { Installation } from '../../server/installation.ts';
import type { LimitName } from '../../server/limits/limits.ts';

/** Who types a code; `networkKey` is a keyed hash of their network. */
export type Guesser = { uid: string; networkKey: string };

type Tries = { state: 'over-limit'; retryAfter: number } | { state: 'taken'; putBack(): Promise<void> };

/**
 * Counts a code that somebody types, until it turns out to be right: for the account, and after its first tries for the network, so that
 * strangers there keep nobody from a code of theirs. Tokens of mails are not counted.
 */
export async function takeTry(user: Guesser, isCode: boolean, { limits }: Installation): Promise<Tries> {
  const taken: [Name, string][] = [];
  const take = (name: Name, key: string) => {
    taken.push([name, key]);
    return limits.take(name, key);
  };
  const putBack = async () => {
    for (const [name, key] of taken) await limits.putBack(name, key);
  };
  if (!isCode) return { state: 'taken', putBack };
  const ofAccount = await take('invitation-account', user.uid);
  if (!ofAccount.allowed) return { state: 'over-limit', retryAfter: ofAccount.retryAfter };
  if ((await take('invitation-first-tries', user.uid)).allowed) return { state: 'taken', putBack };
  const ofNetwork = await take('invitation-network', user.networkKey);
  return ofNetwork.allowed ? { state: 'taken', putBack } : { state: 'over-limit', retryAfter: ofNetwork.retryAfter };
}

type Name = Extract<LimitName, `invitation-${string}`>;
