import type { Unsent } from './kinds.ts';

/** Runs the job when no other tab holds the lock of this key. The lock ends with the job or with the page. */
export function withLock<Result>(key: string, job: () => Promise<Result>): Promise<Result> {
  // Without https there are no locks: then only the sending's key prevents that it arrives twice.
  return navigator.locks ? navigator.locks.request(key, job) : job();
}

/** Runs the job at once, with the lock of this key if no other tab has it. */
export function withLockIfFree<Result>(key: string, job: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(key, { ifAvailable: true }, job) : job();
}

export async function isHeld({ key }: Unsent): Promise<boolean> {
  const locks = await navigator.locks?.query();
  return locks?.held?.some(({ name }) => name === key) ?? false;
}
