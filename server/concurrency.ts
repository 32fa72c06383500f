/** More work waits than may wait; asking again in a few seconds may help. */
export class TooBusy extends Error {}

/** Lets at most `atOnce` jobs run at a time, and at most `mostWaiting` more wait for their turn, in order. */
export function limitConcurrency({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];
  const isFull = () => running >= atOnce && waiting.length >= mostWaiting;

  return {
    /** Whether a job that comes now would be refused. */
    isFull,
    /** @throws TooBusy when too many wait already */
    async run<T>(job: () => Promise<T>): Promise<T> {
      if (isFull()) throw new TooBusy('Too much work is waiting.');
      if (running < atOnce) running += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await job();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}

/** The same for the jobs of each key by themselves. */
export function limitConcurrencyByKey(most: { atOnce: number; mostWaiting: number }) {
  const busy = new Map<string, { jobs: number; limit: ReturnType<typeof limitConcurrency> }>();
  return async <T>(key: string, job: () => Promise<T>): Promise<T> => {
    const entry = busy.get(key) ?? { jobs: 0, limit: limitConcurrency(most) };
    busy.set(key, entry);
    entry.jobs += 1;
    try {
      return await entry.limit.run(job);
    } finally {
      entry.jobs -= 1;
      if (entry.jobs === 0) busy.delete(key);
    }
  };
}

const longestRestMs = 100;

export type FairShare = ReturnType<typeof createFairShare>;

/**
 * Lets the jobs of one key run one after the other, in order, with a rest between them as long as the job before took:
 * however many come at once, one key takes no more than half of the time. Jobs of other keys do not wait for them.
 * At most `mostWaiting` jobs of a key wait.
 */
export function createFairShare({ mostWaiting }: { mostWaiting: number }) {
  const last = new Map<string, Promise<void>>();
  const waiting = new Map<string, number>();

  /** @throws TooBusy when too many jobs of this key wait already */
  return async <T>(key: string, job: () => Promise<T>): Promise<T> => {
    const before = last.get(key);
    const ahead = waiting.get(key) ?? 0;
    if (ahead > mostWaiting) throw new TooBusy('Too much work of this kind is waiting.');
    waiting.set(key, ahead + 1);
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    last.set(key, over);
    await before;
    const begun = performance.now();
    try {
      return await job();
    } finally {
      const rest = Math.min(performance.now() - begun, longestRestMs);
      setTimeout(() => {
        end();
        waiting.set(key, (waiting.get(key) ?? 1) - 1);
        if (last.get(key) !== over) return;
        last.delete(key);
        waiting.delete(key);
      }, rest);
    }
  };
}
