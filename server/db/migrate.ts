import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { OperatorError } from '../operator-error.ts';
import { migrations } from './migrations/list.ts';
import type { Database } from './tables.ts';

/** The last migration of 0.9.0. What it and those before it made, the baseline makes. */
const lastBeforeBaseline = '083-standard-words';
const baselineName = '100-baseline';
const migrationLock = { lockTable: 'kysely_migration_lock', lockRowId: 'migration_lock' };

/** Migrates the database; of several processes one does it. @returns the names of what ran @throws OperatorError for one of another release */
export async function migrate(db: Database): Promise<string[]> {
  // Migrations use the real column names.
  const plain = db.withoutPlugins();
  await plain.connection().execute(async (connection) => {
    const { adapter } = connection.getExecutor();
    await adapter.acquireMigrationLock(connection, migrationLock);
    try {
      await connection.transaction().execute(goOnFromBaseline);
    } finally {
      await adapter.releaseMigrationLock(connection, migrationLock);
    }
  });
  const migrator = new Migrator({ db: plain, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

/** Writes the baseline down as what made the tables of 0.9.0. @throws OperatorError for tables of another release */
export async function goOnFromBaseline(trx: Pick<Database, 'getExecutor'>): Promise<void> {
  const { rows: found } = await sql`select where to_regclass('kysely_migration') is not null`.execute(trx);
  if (found.length === 0) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(trx);
  const made = rows.map(({ name }) => name);
  if (made.length === 0 || knownMigrations(made, 'The database') === made) return;
  await sql`delete from kysely_migration`.execute(trx);
  await sql`insert into kysely_migration (name, timestamp) values (${baselineName}, now()::text)`.execute(trx);
}

/** @returns the migrations of this release that make what these made @throws OperatorError where there are none */
export function knownMigrations(made: string[], of: 'The database' | 'The backup'): string[] {
  if (made.includes(lastBeforeBaseline)) return [baselineName];
  if (!made.includes(baselineName)) {
    throw new OperatorError(
      `${of} is of a release before 0.9.0. Start version 0.9.0 with it first, and then this release.`,
    );
  }
  const unknown = made.findLast((name) => !Object.hasOwn(migrations, name));
  if (!unknown) return made;
  throw new OperatorError(
    `${of} is of a newer release of Handback (its migration ${unknown} is not known here). ` +
      'Start that release or a later one, or go back to a backup from before it.',
  );
}
