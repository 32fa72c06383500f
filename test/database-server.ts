import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { connect, migrationWork } from '../server/db/connect.ts';
import { startEmbeddedPostgres } from '../server/db/embedded/start.ts';
import { migrate } from '../server/db/migrate.ts';
import { createLog } from '../server/log.ts';
import { readDatabaseState } from './database-state.ts';

export const template = 'handback_template';

declare module 'vitest' {
  interface ProvidedContext {
    database: { host: string; port: number; user: string };
    /** Of the migrated database's tables, as one hash. */
    definitions: string;
  }
}

/** One PostgreSQL for the whole run, with a migrated database that tests copy. */
export default async function startDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'handback-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const log = createLog('warn');
  const admin = connect(postgres.connection, log);
  // Nothing of it is to outlive the run, so it waits for no disk.
  // It learns nothing of the rows of one test, which would change the plans of the next.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum'])
    await admin.pool.query(`alter system set ${setting} = off`);
  await admin.pool.query('select pg_reload_conf()');
  await admin.pool.query(`create database ${template}`);
  await admin.close();
  const migrated = connect({ ...postgres.connection, database: template }, log, migrationWork);
  await migrate(migrated.db);
  const { definitions } = await readDatabaseState(migrated.pool);
  await migrated.close();
  project.provide('database', postgres.connection);
  project.provide('definitions', definitions);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  };
}
