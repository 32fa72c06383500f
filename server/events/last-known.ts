import { withTimeout } from '../concurrency.ts';
import type { Services } from '../services.ts';

const waitMs = 300;

type LastKnown<Value> = {
  value: Value;
  /** Whether it is that of this moment: if not, the page is not to be cached. */
  current: boolean;
};

/** Reads anew each time; while the database cannot be asked, or does not answer at once, gives what was read last, or `otherwise`. */
export function createLastKnown<Names extends string[], Value>(
  { events, log }: Pick<Services, 'events' | 'log'>,
  otherwise: Value,
  readNow: (...names: Names) => Promise<Value>,
) {
  const known = new Map<string, Value>();
  return async (...names: Names): Promise<LastKnown<Value>> => {
    const name = names.join(' ');
    const last = { value: known.get(name) ?? otherwise, current: false };
    if (events.freshness() !== 'current') return last;
    const read = async () => {
      const value = await readNow(...names);
      known.set(name, value);
      return { value, current: true };
    };
    try {
      return await withTimeout(waitMs, read(), last);
    } catch (error) {
      log.error({ error, name }, 'could not read what a page says');
      return last;
    }
  };
}
