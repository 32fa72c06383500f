/** The queue is full. Trying again in a few seconds may help. */
export class TooBusy extends Error {}

type Most = {
  atOnce: number;
  mostWaiting: number;
  /** A job that has no turn by then is refused too. */
  waitMs?: number;
};

export function limitConcurrency({ atOnce, mostWaiting, waitMs }: Most) {
  let running = 0;
  const waiting: (() => void)[] = [];
  const myTurn = (mostMs: number | undefined) =>
    new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(new TooBusy('The turn did not come in time.'));
      };
      const timer = mostMs === undefined ? undefined : setTimeout(giveUp, mostMs);
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.push(begin);
    });
  const isFull = () => running >= atOnce && waiting.length >= mostWaiting;

  return {
    isFull,
    /** @param until in the time of `performance.now()`: who has no turn by then is refused */
    async run<T>(job: () => Promise<T>, until?: number): Promise<T> {
      if (isFull()) throw new TooBusy('Too much work is waiting.');
      if (running < atOnce) running += 1;
      else await myTurn(until === undefined ? waitMs : until - performance.now());
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

export function limitConcurrencyByKey(most: Most) {
  const busy = new Map<string, { jobs: number; limit: ReturnType<typeof limitConcurrency> }>();
  return async <T>(key: string, job: () => Promise<T>, until?: number): Promise<T> => {
    const entry = busy.get(key) ?? { jobs: 0, limit: limitConcurrency(most) };
    busy.set(key, entry);
    entry.jobs += 1;
    try {
      return await entry.limit.run(job, until);
    } finally {
      entry.jobs -= 1;
      if (entry.jobs === 0) busy.delete(key);
    }
  };
}

const longestRestMs = 100;

export type FairShare = ReturnType<typeof createFairShare>;

/** Runs a key's jobs in order, with pauses as long as the job before, so that it uses at most half of the time. */
export function createFairShare({ mostWaiting }: { mostWaiting: number }) {
  const last = new Map<string, Promise<void>>();
  const waiting = new Map<string, number>();

  return async <T>(key: string, job: () => Promise<T>): Promise<T> => {
    const before = last.get(key);
    const ahead = waiting.get(key) ?? 0;
    if (ahead > mostWaiting) throw new TooBusy('Too much work of this kind is waiting.');
    waiting.set(key, ahead + 1);
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    last.set(key, over);
    await before;
    const startedAt = performance.now();
    try {
      return await job();
    } finally {
      const rest = Math.min(performance.now() - startedAt, longestRestMs);
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

/** Joins questions that arrive while one is running, so that only one statement runs at a time. */
export function inBatches<Key, Value>(most: number, ask: (keys: Key[]) => Promise<Map<Key, Value>>) {
  type Waiting = { key: Key; resolve(value: Value | undefined): void; reject(error: unknown): void };
  const waiting: Waiting[] = [];
  let asking = false;

  const work = async () => {
    asking = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      try {
        const answers = await ask([...new Set(batch.map(({ key }) => key))]);
        for (const { key, resolve } of batch) resolve(answers.get(key));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    asking = false;
  };
  return (key: Key): Promise<Value | undefined> =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      // Waits for the other questions of this turn of the event loop.
      if (!asking) setImmediate(() => asking || void work());
    });
}

export function withTimeout<Result, Late>(ms: number, work: Promise<Result>, late: Late): Promise<Result | Late> {
  let timer: ReturnType<typeof setTimeout>;
  const timeUp = new Promise<Late>((resolve) => {
    timer = setTimeout(resolve, ms, late);
  });
  return Promise.race([work, timeUp]).finally(() => clearTimeout(timer));
}
