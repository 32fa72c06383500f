import type { Log } from '../log.ts';
import { type Ask, type Change, type Cursor, readChanges } from './change-log.ts';

/** A change that nobody is woken for waits this long at most. */
const pollMs = 1_500;
/** What is remembered here may lag behind the database by this much. */
export const freshMs = 5_000;
const longestFreezeMs = 120_000;

/**
 * How far this process knows what is in the database. `current`: all but the last 5 s. `frozen`: the database answers nothing and refuses
 * nothing, so nobody changes anything either, as far as can be known; assumed for 2 minutes. `behind`: others may have changed anything.
 */
export type Freshness = 'current' | 'frozen' | 'behind';

/** Reads the change log from a cursor: when woken, and by the clock, whatever became of the wake-up. */
export function createChangeReader(ask: Ask, apply: (changes: Change[] | 'lost') => void, log: Log) {
  let cursor: Cursor | undefined;
  let currentAt = Number.NEGATIVE_INFINITY;
  let unanswered = 0;
  let failing = false;
  let reading: symbol | undefined;
  let again = false;
  let closed = false;

  const failed = (error: unknown): void => {
    unanswered = isSilence(error) ? unanswered + 1 : 0;
    if (!failing && !closed) log.warn({ error }, 'cannot read what other processes changed');
    failing = true;
  };

  const read = async (): Promise<void> => {
    if (reading) {
      again = true;
      return;
    }
    const mine = Symbol();
    reading = mine;
    const [since, askedAt] = [cursor, performance.now()];
    try {
      const found = await readChanges(ask, since);
      // Otherwise another way to the database was quicker.
      if (cursor === since) {
        cursor = found.cursor;
        currentAt = askedAt;
        apply(found.changes);
      }
      unanswered = 0;
      failing = false;
    } catch (error) {
      failed(error);
    }
    if (reading !== mine) return;
    reading = undefined;
    // After a failure the next try comes soon enough: by the clock, or when there is a connection again.
    const isWanted = again && !failing;
    again = false;
    if (isWanted) await read();
  };

  const poll = setInterval(() => void read(), pollMs);
  poll.unref();

  return {
    failed,
    /** Reads what is new, now or directly after what is being read. */
    read,
    /** Reads what is new although something is being read: that may wait for an answer that never comes. */
    readAnew(): Promise<void> {
      reading = undefined;
      return read();
    },
    freshness(): Freshness {
      const age = performance.now() - currentAt;
      if (age <= freshMs) return 'current';
      return unanswered > 1 && age <= longestFreezeMs ? 'frozen' : 'behind';
    },
    close() {
      closed = true;
      clearInterval(poll);
    },
  };
}

function isSilence(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ETIMEDOUT' || /\btimeout\b/.test(message);
}
