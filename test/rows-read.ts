import { sql } from 'kysely';
import type { Executor } from '../server/db/tables.ts';
import type { App } from './app.ts';

export async function rowsRead(trx: Executor, table: string): Promise<number> {
  const { rows } = await sql<{ read: string }>`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as read
    from pg_stat_xact_user_tables where relname = ${table}`.execute(trx);
  return Number(rows[0]?.read);
}

/** How many wait in the database for somebody else. Not counted is the write of scans, which comes a second after a page was opened. */
export async function countWaiting({ services: { db } }: App): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
      and query not like '%insert into scans%'`.execute(db);
  return rows[0]?.count ?? 0;
}
