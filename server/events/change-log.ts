import { sql } from 'kysely';
import type { QueryResult } from 'pg';
import type { Executor } from '../db/tables.ts';
import type { Event } from './event.ts';

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
