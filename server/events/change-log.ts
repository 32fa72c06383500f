import { sql } from 'kysely';
import type { QueryResult } from 'pg';
import type { Executor } from '../db/tables.ts';
import type { Event } from './event.ts';

/** Processes read within seconds; one that was away for longer than `longestGapSeconds` does not read what it missed. */
const keptMinutes = 10;
const longestGapSeconds = 60;

/** What one transaction changed; `xid` is its id. */
export type Change = { xid: string; events: Event[] };

/** How far the log was read: the transactions that this snapshot shows, of this run of the database, by the database's clock. */
export type Cursor = { snapshot: string; server: string; readAt: number };

export type Ask = (text: string, values: unknown[]) => Promise<QueryResult>;

/** Writes what the transaction changes: the log has it if, and only if, it commits. To be its last statement. @returns its id */
export async function writeChange(trx: Executor, events: Event[]): Promise<string> {
  const { rows } = await sql<{ xid: string }>`
    insert into changes (events) values (${JSON.stringify(events)}::jsonb) returning xid::text`.execute(trx);
  return rows[0]?.xid ?? '';
}

/**
 * Reads what was committed since the cursor, each change once, in whatever order transactions committed: those count as new that the
 * cursor's snapshot did not show. Without a cursor nothing is new.
 * @returns the next cursor, and the changes; `lost` when they cannot be known: the database was restarted, or the gap is too long
 */
export async function readChanges(ask: Ask, since?: Cursor): Promise<{ cursor: Cursor; changes: Change[] | 'lost' }> {
  const { rows } = await ask(readNew, [since?.snapshot ?? null]);
  const { changes, ...cursor } = rows[0] as Cursor & { changes: Change[] };
  const isLost = since && (cursor.server !== since.server || cursor.readAt - since.readAt > longestGapSeconds);
  return { cursor, changes: isLost ? 'lost' : changes };
}

/** In a dump that was restored here, transaction ids are another server's: they may lie ahead of every snapshot, and count for nothing. */
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

/** Deletes what every process has read, or will not read any more. */
export async function deleteOldChanges({ db }: { db: Executor }): Promise<void> {
  await db
    .deleteFrom('changes')
    .where('madeAt', '<', sql<Date>`now() - make_interval(mins => ${keptMinutes})`)
    .execute();
}
