import { sql } from 'kysely';
import { deleteInChunks } from '../../server/db/delete-in-chunks.ts';
import type { Installation } from '../../server/installation.ts';

export function deleteUsedPuzzles({ db }: Installation): Promise<void> {
  return deleteInChunks(db, { table: 'used_puzzles', time: sql`ends_at`, end: sql`now()` });
}
