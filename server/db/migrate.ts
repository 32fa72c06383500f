import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { OperatorError } from '../operator-error.ts';
import { migrations } from './migrations/list.ts';
import type { Database } from './tables.ts';

/** Migrates the database; of several processes one does it. @returns the names of what ran @throws OperatorError for a newer database */
export async function migrate(db: Database): Promise<string[]> {
  const migrator = new Migrator({
    // Migrations use the real column names.
    db: db.withoutPlugins(),
    provider: { getMigrations: async () => migrations },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error instanceof Error && error.message.startsWith('corrupted migrations')) await refuseNewer(db);
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

/** @throws OperatorError where a release has run that has migrations which this one does not know */
async function refuseNewer(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name desc`.execute(db);
  const unknown = rows.find(({ name }) => !(name in migrations));
  if (!unknown) return;
  throw new OperatorError(
    `The database was used by a newer release of Handback (its migration ${unknown.name} is not known here). ` +
      'Start that release, or restore a backup from before it into an empty database.',
  );
}
