/** More work waits than may wait; asking again in a few seconds may help. */
export class TooBusy extends Error {}

export type ConcurrencyLimit = ReturnType<typeof limitConcurrency>;

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
