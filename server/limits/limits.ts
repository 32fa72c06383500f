import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { databaseMs } from './database-ms.ts';

/** What is limited, and how much of it: points per duration in seconds. */
const rules = {
  /** Wrong passwords for one account from one network, or from a device that the account was signed in to before. */
  'wrong-password': { points: 10, duration: 15 * 60 },
  /** Wrong passwords for one account from anywhere: ten places have to guess at once before its owner waits too. */
  'wrong-password-anywhere': { points: 100, duration: 15 * 60 },
  /** Wrong passwords from one network, whatever the account. */
  'wrong-password-network': { points: 100, duration: 15 * 60 },
  /** Wrong passwords of somebody who is signed in, or who holds the link of a mail. */
  'wrong-own-password': { points: 10, duration: 15 * 60 },
  /** Requests about accounts from one network, of each kind: signing up, asking for a mail, using a link. */
  'account-request': { points: 120, duration: 60 * 60 },
  /** Mails of one kind that strangers can cause to one address (domain/accounts/mail-allowance.ts). */
  'mails-an-hour': { points: 5, duration: 60 * 60 },
  'mails-a-day': { points: 10, duration: 24 * 60 * 60 },
  /** New passwords that one account asks about: judging one takes the processor for milliseconds. */
  'new-password': { points: 60, duration: 60 * 60 },
  /** Finders' messages from one place about one item, or in one conversation, that reach the owner directly; beyond it they are held. */
  'finder-message': { points: 8, duration: 10 * 60 },
  /** Finders' messages from one place about one item, sent from its page, that are taken at all. */
  'report-hour': { points: 120, duration: 60 * 60 },
  'report-day': { points: 300, duration: 24 * 60 * 60 },
  /** A finder's messages in one conversation. */
  'answer-hour': { points: 60, duration: 60 * 60 },
  /** Finders' messages from one place about one item, in all its conversations. */
  'answers-hour': { points: 600, duration: 60 * 60 },
  'answers-day': { points: 1500, duration: 24 * 60 * 60 },
  /** An owner's messages in one conversation. */
  'reply-hour': { points: 120, duration: 60 * 60 },
  /** Calls of one account; of nobody in particular, calls of one function from one place. */
  'function-call': { points: 600, duration: 60 },
  /** Calls from one place with a token that is not good. */
  'wrong-token': { points: 600, duration: 60 },
  /** Pictures of QR codes that have to be drawn, for one place. */
  'qr-drawing': { points: 300, duration: 10 * 60 },
  /** Exports of one account. */
  export: { points: 30, duration: 60 * 60 },
} as const;

/** Points of these can be put back, so the database alone knows whether they are used up: no process remembers it. */
const returnable = [
  'wrong-password',
  'wrong-password-anywhere',
  'wrong-password-network',
  'wrong-own-password',
] as const;

export type LimitName = keyof typeof rules;
type ReturnableName = (typeof returnable)[number];
export type Limited = { allowed: boolean /** Whole seconds, at least 1. */; retryAfter: number };

export type Limits = {
  /** Takes one point of the key's allowance. The key is never an address, only its keyed hash. */
  take(name: LimitName, key: string): Promise<Limited>;
  /** Puts one point back. */
  putBack(name: ReturnableName, key: string): Promise<void>;
  /** Forgets all that was taken under keys that begin like this. */
  forget(name: ReturnableName, keyStart: string): Promise<void>;
};

/**
 * Rate limits counted in the database, so that several processes share them and a restart forgets nothing. Time is the database's
 * (`expire` in its milliseconds since 1970), so that processes with different clocks agree. A count that claims to last a minute longer than
 * its duration begins anew.
 */
export function createLimits(pool: Pool): Limits {
  /** Who is refused costs the database nothing. The time is this process's uptime, which setting the clock does not change. */
  const blocked = new LRUCache<string, true>({ max: 10_000 });
  return {
    async take(name, key) {
      const { points, duration } = rules[name];
      const id = `${name}:${key}`;
      const blockedMs = blocked.getRemainingTTL(id);
      if (blockedMs > 0) return { allowed: false, retryAfter: wholeSeconds(blockedMs) };
      const { rows } = await pool.query<{ points: number; ms_left: string }>({
        name: 'take-limit',
        text: takeOne,
        values: [id, duration * 1000],
      });
      const taken = rows[0]?.points ?? 0;
      const msLeft = Number(rows[0]?.ms_left);
      if (taken <= points) return { allowed: true, retryAfter: 1 };
      if (!returnable.some((one) => one === name)) blocked.set(id, true, { ttl: msLeft });
      return { allowed: false, retryAfter: wholeSeconds(msLeft) };
    },
    async putBack(name, key) {
      await pool.query('update rate_limits set points = points - 1 where key = $1 and points > 0', [`${name}:${key}`]);
    },
    async forget(name, keyStart) {
      const start = `${name}:${keyStart}`.replace(/[\\%_]/g, '\\$&');
      await pool.query('delete from rate_limits where key like $1', [`${start}%`]);
    },
  };
}

/** One that was begun by another at the same moment may end a little later than one's own would. */
const stillCounts = `taken.expire > ${databaseMs} and taken.expire <= excluded.expire + 60000`;

const takeOne = `
  insert into rate_limits as taken (key, points, expire) values ($1, 1, ${databaseMs} + $2)
  on conflict (key) do update set
    points = case when ${stillCounts} then taken.points + 1 else 1 end,
    expire = case when ${stillCounts} then taken.expire else excluded.expire end
  returning points, expire - ${databaseMs} as ms_left`;

function wholeSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
