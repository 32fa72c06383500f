import { type RawBuilder, sql } from 'kysely';
import type { Executor } from './tables.ts';

const mostAtOnce = 1_000;

type Deletion = {
  table: string;
  /** Which rows at all; in the words of an index. */
  only?: RawBuilder<unknown>;
  time: RawBuilder<unknown>;
  end: RawBuilder<unknown>;
};

/** Deletes the rows whose time is over, at most 1,000 in a statement: none holds locks for long, and a stop undoes little. */
export async function deleteInChunks(db: Executor, { table, only = sql`true`, time, end }: Deletion): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${only} and ${time} <= ${end} order by ${time} limit ${mostAtOnce}
      ))`.execute(db);
    if (numAffectedRows < mostAtOnce) return;
  }
}
