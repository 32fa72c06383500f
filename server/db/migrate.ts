import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/list.ts';
import type { Database } from './tables.ts';

/** Migrates the database; of several processes one does it. @returns the names of what ran */
export async function migrate(db: Database): Promise<string[]> {
  const migrator = new Migrator({
    // Migrations use the real column names.
    db: db.withoutPlugins(),
    provider: { getMigrations: async () => migrations },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}
