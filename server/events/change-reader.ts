import type { Log } from '../log.ts';
import { type Ask, type Change, type Cursor, readChanges } from './change-log.ts';

/** A change that nobody is woken for waits this long at most. */
const pollMs = 1_500;
/** What is remembered here may lag behind the database by this much. */
export const freshMs = 5_000;
const longestFreezeMs = 120_000;
/** It is asked every 1.5 s, and an answer that comes late comes all the same: it is not frozen while anything is heard. */
const silenceMs = 3_500;

/**
 * How far this process knows what is in the database. `current`: all but the last 5 s. `frozen`: the database says nothing and refuses
 * nothing, so nobody changes anything either, as far as can be known; assumed for 2 minutes. `behind`: others may have changed anything.
 */
export type Freshness = 'current' | 'frozen' | 'behind';

type Options = {
  ask: Ask;
  apply(changes: Change[] | 'lost'): void;
  /** When a byte last came from the database, on whatever connection, by `performance.now()`. */
  heardAt(): number;
  log: Log;
};

/** Reads the change log from a cursor: when woken, and by the clock, whatever became of the wake-up. */
export function createChangeReader({ ask, apply, heardAt, log }: Options) {
  let cursor: Cursor | undefined;
  let currentAt = Number.NEGATIVE_INFINITY;
  let unanswered = false;
  let failing = false;
  let reading: symbol | undefined;
  let again = false;
  let closed = false;

  const failed = (error: unknown): void => {
    unanswered = isSilence(error);
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
      unanswered = false;
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
      const now = performance.now();
      const age = now - currentAt;
      if (age <= freshMs) return 'current';
      const isSilent = unanswered && now - heardAt() > silenceMs;
      return isSilent && age <= longestFreezeMs ? 'frozen' : 'behind';
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
