import { sql } from 'kysely';
import type { Database } from '../db/tables.ts';

const keptDays = 30;

/** Deletes mails 30 days after they were sent or given up. */
export async function deleteOldMails({ db }: { db: Database }): Promise<void> {
  const end = sql<Date>`now() - make_interval(days => ${keptDays})`;
  await db
    .deleteFrom('outgoingMails')
    .where((row) => row.or([row('sentAt', '<=', end), row('failedAt', '<=', end)]))
    .execute();
}

/** Cuts every link to its origin, so that the table holds no usable one. */
export function withoutLinks(text: string): string {
  return text.replace(/(https?:\/\/[^\s/"'<>]+)\/[^\s"'<>]*/g, '$1/…');
}
