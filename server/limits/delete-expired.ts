import { sql } from 'kysely';
import { deleteInChunks } from '../db/delete-in-chunks.ts';
import type { Executor } from '../db/tables.ts';
import { databaseMs } from './database-ms.ts';

export async function deleteExpiredLimits({ db }: { db: Executor }): Promise<void> {
  await deleteInChunks(db, { table: 'rate_limits', time: sql`expire`, end: sql.raw(databaseMs) });
}
