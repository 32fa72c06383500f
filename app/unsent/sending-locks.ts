import type { Unsent } from './kinds.ts';

/** As long as its page is open, what has this key is not sent by another. */
export function held<Result>(key: string, job: () => Promise<Result>): Promise<Result> {
  // Without https there are no locks: then the sending's key alone makes it one.
  return navigator.locks ? navigator.locks.request(key, job) : job();
}

/** As long as it runs, what has this key is not sent by another, unless another sends it already. */
export function withLockIfFree<Result>(key: string, job: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(key, { ifAvailable: true }, job) : job();
}

export async function isHeld({ key }: Unsent): Promise<boolean> {
  const locks = await navigator.locks?.query();
  return locks?.held?.some(({ name }) => name === key) ?? false;
}
