import type { Installation } from '../../server/installation.ts';

/** Who types a code; `networkKey` is a keyed hash of their network. */
export type Guesser = { uid: string; networkKey: string };

type Tries = { state: 'over-limit'; retryAfter: number } | { state: 'taken'; putBack(): Promise<void> };

/** Counts a code that somebody types, for the account and for the network, until it turns out to be right. Tokens of mails are not counted. */
export async function takeTry(user: Guesser, isCode: boolean, { limits }: Installation): Promise<Tries> {
  const counts = [
    ['invitation-account', user.uid],
    ['invitation-network', user.networkKey],
  ] as const;
  const counted = isCode ? counts : [];
  for (const [name, key] of counted) {
    const { allowed, retryAfter } = await limits.take(name, key);
    if (!allowed) return { state: 'over-limit', retryAfter };
  }
  return {
    state: 'taken',
    async putBack() {
      for (const [name, key] of counted) await limits.putBack(name, key);
    },
  };
}
