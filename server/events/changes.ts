import { sql } from 'kysely';
import type { QueryResult } from 'pg';
import type { Executor } from '../db/tables.ts';
import type { Log } from '../log.ts';

export type Event =
  | { kind: 'unread'; uid: string }
  | { kind: 'conversation'; id: string; ownerId: string /** With whom the item is shared. */; members?: string[] }
  /** Something changed about an item of the user, or one that is shared with them; `ended`: it no longer is. */
  | { kind: 'sharing'; uid: string; itemId: string; ended?: true }
  /** An item became the user's, or with `ended` somebody else's. */
  | { kind: 'handover'; uid: string; itemId: string; ended?: true }
  | { kind: 'tag'; code: string }
  | { kind: 'tag-batch' }
  | { kind: 'scan'; itemId: string; ownerId: string }
  | { kind: 'first-steps'; uid: string }
  | { kind: 'settings' }
  | { kind: 'products' }
  | { kind: 'pages' }
  /** `timedOut`: the session that ended for inactivity. */
  | { kind: 'session'; uid: string; timedOut?: string }
  | { kind: 'mail' }
  | { kind: 'needs' }
  /** Never stored: unknown changes, so anything may have happened. */
  | { kind: 'resync' };

/** Far longer than `longestGapSeconds`: after a longer gap a process skips what it missed. */
const keptMinutes = 10;
const longestGapSeconds = 60;

export type CommittedChange = { xid: string; events: Event[] };

export type Cursor = { snapshot: string; server: string; readAt: number };

export type Ask = (text: string, values: unknown[]) => Promise<QueryResult>;

export async function writeChange(trx: Executor, events: Event[]): Promise<string> {
  const { rows } = await sql<{ xid: string }>`
    insert into changes (events) values (${JSON.stringify(events)}::jsonb) returning xid::text`.execute(trx);
  return rows[0]?.xid ?? '';
}

/** Reads each change committed since the cursor once, in any order of commits. `lost` after a restart of the database or a long gap. */
export async function readChanges(
  ask: Ask,
  since?: Cursor,
): Promise<{ cursor: Cursor; changes: CommittedChange[] | 'lost' }> {
  const { rows } = await ask(readNew, [since?.snapshot ?? null]);
  const { changes, ...cursor } = rows[0] as Cursor & { changes: CommittedChange[] };
  const isLost = since && (cursor.server !== since.server || cursor.readAt - since.readAt > longestGapSeconds);
  return { cursor, changes: isLost ? 'lost' : changes };
}

/** A restored dump holds transaction ids of another server, which do not count. */
const readNew = `
  select
    pg_current_snapshot()::text as snapshot,
    pg_postmaster_start_time()::text as server,
    extract(epoch from clock_timestamp())::float8 as "readAt",
    (
      select coalesce(json_agg(json_build_object('xid', xid::text, 'events', events) order by made_at), '[]')
      from changes
      where (xid >= pg_snapshot_xmax($1::pg_snapshot) or xid = any(array(select pg_snapshot_xip($1::pg_snapshot))))
        and pg_visible_in_snapshot(xid, pg_current_snapshot())
    ) as changes`;

export async function deleteOldChanges({ db }: { db: Executor }): Promise<void> {
  await db
    .deleteFrom('changes')
    .where('madeAt', '<', sql<Date>`now() - make_interval(mins => ${keptMinutes})`)
    .execute();
}

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

/** This process's own changes arrive twice, directly and from the log, in either order. Tells which arrival is the first. */
export function createOwnChanges() {
  const arrivals = new Map<string, number | undefined>();
  return {
    written: (xid: string) => void arrivals.set(xid, undefined),
    failed: (xid: string) => void arrivals.delete(xid),
    isFirstDirectly(xid: string): boolean {
      if (!arrivals.has(xid)) return false;
      arrivals.set(xid, performance.now());
      return true;
    },
    isFirstFromLog(xid: string): boolean {
      const isFirst = arrivals.get(xid) === undefined;
      arrivals.delete(xid);
      return isFirst;
    },
    /** A read of the log that was asked for after a change arrived had it, or passed over it: it does not come any more. */
    forgetBefore(askedAt: number): void {
      for (const [xid, arrivedAt] of arrivals) {
        if (arrivedAt !== undefined && arrivedAt < askedAt) arrivals.delete(xid);
      }
    },
    count: () => arrivals.size,
  };
}
