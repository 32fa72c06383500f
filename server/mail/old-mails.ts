import { type RawBuilder, sql } from 'kysely';
import { deleteInChunks } from '../db/statements.ts';
import type { Executor } from '../db/tables.ts';

const keptDays = 30;

export async function deleteOldMails({ db }: { db: Executor }): Promise<void> {
  const end = sql`now() - make_interval(days => ${keptDays})`;
  await deleteInChunks(db, { table: 'outgoing_mails', time: sql`least(sent_at, failed_at)`, end });
}

/** Cuts every link to its origin, so that the table holds no usable one. */
export function linksRemoved(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`regexp_replace(${text}, ${`(https?://[^\\s/"'<>]+)/[^\\s"'<>]*`}, ${'\\1/…'}, 'g')`;
}
