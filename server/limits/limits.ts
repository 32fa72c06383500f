import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** What is limited, and how much of it: points per duration in seconds. */
const rules = {
  /** Sign-in attempts from one place. */
  'sign-in': { points: 20, duration: 15 * 60 },
  /** Wrong passwords for one account from one place. */
  'wrong-password': { points: 10, duration: 15 * 60 },
  /** Wrong passwords for one account from anywhere: ten places have to guess at once before its owner waits too. */
  'wrong-password-anywhere': { points: 100, duration: 15 * 60 },
  /** Wrong passwords of somebody who is signed in. */
  'wrong-own-password': { points: 10, duration: 15 * 60 },
  /** Accounts made and mails asked for from one place. */
  'account-mail': { points: 10, duration: 60 * 60 },
  /** Finders' messages from one place that reach the owner directly; beyond it they are held. */
  'finder-message': { points: 8, duration: 10 * 60 },
  /** Finders' messages from one place that are taken at all. */
  'finder-flood': { points: 120, duration: 60 * 60 },
  /** Function calls from one place. */
  'function-call': { points: 600, duration: 60 },
  /** Pictures of QR codes that have to be drawn, for one place. */
  'qr-drawing': { points: 300, duration: 10 * 60 },
  /** Exports of one account. */
  export: { points: 30, duration: 60 * 60 },
} as const;

/** These can be given back, so the database alone knows whether they are used up: no process remembers it. */
const forgiven = ['wrong-password', 'wrong-password-anywhere', 'wrong-own-password'] as const;

export type LimitName = keyof typeof rules;
type ForgivenName = (typeof forgiven)[number];
export type Limited = { allowed: boolean /** Whole seconds, at least 1. */; retryAfter: number };

export type Limits = {
  /** Takes one point of the key's allowance. The key is never an address, only its keyed hash. */
  take(name: LimitName, key: string): Promise<Limited>;
  /** Gives back all that was taken under keys that begin like this. */
  giveBack(name: ForgivenName, keyStart: string): Promise<void>;
};

/** Rate limits counted in the database, so that several processes share them and a restart forgets nothing. */
export function createLimits(pool: Pool): Limits {
  const limiters = new Map(
    Object.entries(rules).map(([name, rule]) => [
      name,
      new RateLimiterPostgres({
        ...rule,
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix: name,
        clearExpiredByTimeout: true,
        inMemoryBlockOnConsumed: forgiven.some((one) => one === name) ? 0 : rule.points + 1,
      }),
    ]),
  );
  return {
    async take(name, key) {
      try {
        await limiters.get(name)?.consume(key);
        return { allowed: true, retryAfter: 1 };
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return { allowed: false, retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) };
      }
    },
    async giveBack(name, keyStart) {
      await pool.query('delete from rate_limits where starts_with(key, $1)', [`${name}:${keyStart}`]);
    },
  };
}
