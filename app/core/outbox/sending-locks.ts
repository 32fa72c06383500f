import { heldLocks } from '../../../browser/held-locks.ts';
import { newIdempotencyKey } from '../../../browser/idempotency-key.ts';

type Job<Result> = () => Promise<Result>;

const thisPage = newIdempotencyKey();
const ofThisPage = (key: string) => `${key} ${thisPage}`;

/** Runs the job when no other tab that is looked at holds the lock of this key, and no other job of this tab. */
export function withLock<Result>(key: string, job: Job<Result>): Promise<Result> {
  return hold(ofThisPage(key), {}, () => holdWhileVisible(key, {}, job));
}

export function withLockIfFree<Result>(key: string, job: Job<Result>): Promise<Result> {
  const options = { ifAvailable: true };
  return hold(ofThisPage(key), options, () => holdWhileVisible(key, options, job));
}

export async function isHeld(key: string): Promise<boolean> {
  const names = await heldLocks();
  return names.includes(key) || names.includes(ofThisPage(key));
}

/** A phone stops hidden tabs, so no tab waits for one of them: only the sending's key prevents then that it arrives twice. */
async function holdWhileVisible<Result>(key: string, options: LockOptions, job: Job<Result>): Promise<Result> {
  const hiding = new AbortController();
  const { signal } = hiding;
  const look = () => document.visibilityState === 'hidden' && hiding.abort();
  const hidden = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  document.addEventListener('visibilitychange', look);
  look();
  try {
    return await hold(key, options.ifAvailable ? options : { signal }, job, hidden);
  } finally {
    document.removeEventListener('visibilitychange', look);
  }
}

/** Without https there are no locks, and browsers that are told to keep nothing refuse them. */
async function hold<Result>(
  key: string,
  options: LockOptions,
  job: Job<Result>,
  until?: Promise<void>,
): Promise<Result> {
  let result: Promise<Result> | undefined;
  const run = () => {
    result = job();
    return until ? Promise.race([result, until]) : result;
  };
  await navigator.locks?.request(key, options, run).catch(() => {});
  return result ?? job();
}
