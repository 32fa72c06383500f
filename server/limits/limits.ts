import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { deleteInChunks } from '../db/statements.ts';
import type { Executor } from '../db/tables.ts';

/** Points per duration in seconds. Those that can be returned only the database knows to be used up. */
export const limitRules = {
  /** For one account from one network or known device. */
  'wrong-password': { points: 10, duration: 15 * 60, returnable: true },
  /** For one account from anywhere: ten networks must guess at once before the owner waits. */
  'wrong-password-anywhere': { points: 100, duration: 15 * 60, returnable: true },
  'wrong-password-network': { points: 100, duration: 15 * 60, returnable: true },
  'wrong-own-password': { points: 10, duration: 15 * 60, returnable: true },
  /** For one account: codes of its authenticator app and recovery codes; by day so that guessing takes years. */
  'wrong-code': { points: 10, duration: 15 * 60, returnable: true },
  'wrong-code-day': { points: 100, duration: 24 * 60 * 60, returnable: true },
  'wrong-code-network': { points: 50, duration: 15 * 60, returnable: true },
  /** For one passkey, which need not exist, from one network: its signatures that are looked at. */
  'wrong-passkey-network': { points: 100, duration: 15 * 60, returnable: true },
  'account-request': { points: 120, duration: 60 * 60 },
  'mails-an-hour': { points: 5, duration: 60 * 60 },
  'mails-a-day': { points: 10, duration: 24 * 60 * 60 },
  /** For one account: checking a password takes milliseconds of processor time. */
  'new-password': { points: 60, duration: 60 * 60 },
  /** From one network about one item or in one conversation; more are held. */
  'finder-message': { points: 8, duration: 10 * 60 },
  /** From one network about one item, without a form cookie; of more the owner is told as of what a program may have sent. */
  'formless-day': { points: 2, duration: 24 * 60 * 60 },
  /** From one network about one item; more are refused. */
  'report-hour': { points: 120, duration: 60 * 60 },
  'report-day': { points: 300, duration: 24 * 60 * 60 },
  'answer-hour': { points: 60, duration: 60 * 60 },
  /** From one network about one item, in all conversations. */
  'answers-hour': { points: 600, duration: 60 * 60 },
  'answers-day': { points: 1500, duration: 24 * 60 * 60 },
  /** From one network about one item; more are refused. */
  'sent-pictures-day': { points: 30, duration: 24 * 60 * 60, returnable: true },
  /** In one conversation: how often the finder deletes what they wrote. */
  'deletions-hour': { points: 20, duration: 60 * 60 },
  /** Mails with the private link, for one conversation and from one network. */
  'link-mails-day': { points: 3, duration: 24 * 60 * 60 },
  'link-mails-network': { points: 20, duration: 24 * 60 * 60 },
  /** From one network about one tag. */
  'tag-report': { points: 5, duration: 60 * 60 },
  'report-mails-day': { points: 50, duration: 24 * 60 * 60 },
  'secret-mail-day': { points: 1, duration: 24 * 60 * 60 },
  'contact-request': { points: 20, duration: 24 * 60 * 60 },
  /** Mails of them to the operator, from everybody; the rest stands in the list. */
  'contact-mails-day': { points: 200, duration: 24 * 60 * 60 },
  /** In one conversation; more messages than that stay held. */
  'challenge-hour': { points: 120, duration: 60 * 60 },
  'reply-hour': { points: 120, duration: 60 * 60 },
  'page-failure': { points: 30, duration: 60 * 60 },
  'function-call': { points: 600, duration: 60 },
  'wrong-token': { points: 600, duration: 60 },
  'lost-picture': { points: 120, duration: 10 * 60 },
  'qr-drawing': { points: 300, duration: 10 * 60 },
  /** For one tag, which need not exist, from one network, and from anywhere: ten networks must guess at once before its buyer waits. */
  'activation-tag-network': { points: 10, duration: 15 * 60, returnable: true },
  'activation-tag': { points: 100, duration: 15 * 60, returnable: true },
  /** By one account. */
  'reported-conversations-day': { points: 20, duration: 24 * 60 * 60 },
  export: { points: 30, duration: 60 * 60 },
  /** By one account. */
  upload: { points: 240, duration: 60 * 60 },
  /** Of files with many items each, and their checks, by one account. */
  import: { points: 60, duration: 60 * 60 },
  printing: { points: 60, duration: 10 * 60 },
  'print-preview': { points: 300, duration: 10 * 60 },
} as const;

export type LimitName = keyof typeof limitRules;
type Rules = typeof limitRules;
type ReturnableName = { [Name in LimitName]: Rules[Name] extends { returnable: true } ? Name : never }[LimitName];
export type Limited = { allowed: boolean /** Whole seconds, at least 1. */; retryAfter: number };

export type Limits = {
  /** Takes one point. The key holds no address, only a keyed hash. */
  take(name: LimitName, key: string): Promise<Limited>;
  putBack(name: ReturnableName, key: string): Promise<void>;
  forget(name: ReturnableName, keyStart: string): Promise<void>;
};

/** Rate limits in the database, by its clock. A count that lasts a minute longer than its duration starts again. */
export function createLimits(pool: Pool): Limits {
  /** Refusals are cached, by the process's uptime, which clock changes do not affect. */
  const blocked = new LRUCache<string, true>({ max: 10_000 });
  return {
    async take(name, key) {
      const { points, duration } = limitRules[name];
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
      if (!('returnable' in limitRules[name])) blocked.set(id, true, { ttl: msLeft });
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

/** Takes a point of each, until one is used up. */
export async function takeEach(limits: Limits, counts: readonly (readonly [LimitName, string])[]): Promise<Limited> {
  for (const [name, key] of counts) {
    const taken = await limits.take(name, key);
    if (!taken.allowed) return taken;
  }
  return { allowed: true, retryAfter: 1 };
}

const databaseMs = '(extract(epoch from now()) * 1000)::bigint';
/** Another process's count may end a little later. */
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

export async function deleteExpiredLimits({ db }: { db: Executor }): Promise<void> {
  await deleteInChunks(db, { table: 'rate_limits', time: sql`expire`, end: sql.raw(databaseMs) });
}
