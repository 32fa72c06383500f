import { type RawBuilder, sql } from 'kysely';
import type { Executor } from './tables.ts';

const mostAtOnce = 1_000;

/** Deletes the rows whose time is over, at most 1,000 in a statement: none holds locks for long, and a stop undoes little. */
export async function deleteInChunks(
  db: Executor,
  { table, time, end }: { table: string; time: RawBuilder<unknown>; end: RawBuilder<unknown> },
): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${time} <= ${end} order by ${time} limit ${mostAtOnce}
      ))`.execute(db);
    if (numAffectedRows < mostAtOnce) return;
  }
}
