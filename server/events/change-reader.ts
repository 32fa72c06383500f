import type { Log } from '../log.ts';
import { type Ask, type CommittedChange, type Cursor, readChanges } from './change-log.ts';

const pollMs = 1_500;
export const freshMs = 5_000;
const longestFreezeMs = 120_000;
/** It is polled every 1.5 s. While any byte arrives, the database is not frozen. */
const silenceMs = 3_500;

/** `frozen`: the database is silent, so presumably nobody changes anything; assumed for 2 minutes. `behind`: anything may have changed. */
export type Freshness = 'current' | 'frozen' | 'behind';

type Options = {
  ask: Ask;
  apply(changes: CommittedChange[] | 'lost', askedAt: number): void;
  heardAt(): number;
  log: Log;
};

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
      if (cursor === since) {
        cursor = found.cursor;
        currentAt = askedAt;
        apply(found.changes, askedAt);
      }
      unanswered = false;
      failing = false;
    } catch (error) {
      failed(error);
    }
    if (reading !== mine) return;
    reading = undefined;
    // After a failure the next regular read or connection tries again.
    const isWanted = again && !failing;
    again = false;
    if (isWanted) await read();
  };

  const poll = setInterval(() => void read(), pollMs);
  poll.unref();

  return {
    failed,
    read,
    /** Reads beside the current read, which may wait for ever. */
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
