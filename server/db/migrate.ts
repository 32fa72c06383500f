import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/list.ts';
import type { Database } from './tables.ts';

/**
 * Brings the database to this release's structure. Safe when several processes start at once: one migrates, the others wait.
 * @returns the names of the migrations that ran
 * @throws the first migration's error; what ran before it stays
 */
export async function migrate(db: Database): Promise<string[]> {
  const migrator = new Migrator({
    // Migrations name columns as they are, so the camel case of the code stays out of them.
    db: db.withoutPlugins(),
    provider: { getMigrations: async () => migrations },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}
