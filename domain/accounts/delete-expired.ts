import { sql } from 'kysely';
import { deleteInChunks } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';

export async function deleteExpiredSessions({ db }: { db: Executor }): Promise<void> {
  for (const table of ['auth_sessions', 'auth_verifications']) {
    await deleteInChunks(db, { table, time: sql`expires_at`, end: sql`now()` });
  }
}
