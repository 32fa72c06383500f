import { sql } from 'kysely';
import type { Database } from '../db/tables.ts';
import { databaseMs } from './database-ms.ts';

export async function deleteExpiredLimits({ db }: { db: Database }): Promise<void> {
  await sql`delete from rate_limits where expire <= ${sql.raw(databaseMs)}`.execute(db);
}
