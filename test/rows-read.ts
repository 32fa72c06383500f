import { sql } from 'kysely';
import type { Executor } from '../server/db/tables.ts';

export async function rowsRead(trx: Executor, table: string): Promise<number> {
  const { rows } = await sql<{ read: string }>`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as read
    from pg_stat_xact_user_tables where relname = ${table}`.execute(trx);
  return Number(rows[0]?.read);
}
