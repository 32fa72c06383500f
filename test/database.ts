import { randomBytes } from 'node:crypto';
import { Client, type ClientConfig } from 'pg';
import { inject, onTestFinished } from 'vitest';
import { migrations } from '../server/db/migrations/list.ts';
import { template } from './database-server.ts';
import { readDatabaseState } from './database-state.ts';
import type { Afterwards } from './log.ts';

type TestDatabase = ClientConfig & { database: string };

/** Databases that a test of this worker emptied again. Making one costs forty times as much. */
const emptied: TestDatabase[] = [];

/** An empty, migrated database for this test alone. */
export async function freshDatabase(afterwards: Afterwards = onTestFinished): Promise<TestDatabase> {
  const database = emptied.pop() ?? (await createDatabase());
  afterwards(async () => {
    if (await empty(database)) emptied.push(database);
    else await administer(`drop database ${database.database} with (force)`);
  });
  return database;
}

async function createDatabase(): Promise<TestDatabase> {
  const database = `test_${randomBytes(6).toString('hex')}`;
  await administer(`create database ${database} template ${template}`);
  return { ...inject('database'), database };
}

/** @returns whether it is as it was made: a test may change tables */
async function empty(database: TestDatabase): Promise<boolean> {
  // A test may have set limits of its own for the whole database.
  const client = new Client({ ...database, options: '-c statement_timeout=0 -c transaction_timeout=0' });
  await client.connect();
  try {
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [database.database],
    );
    const { definitions, hasStatistics, tables, sequences } = await readDatabaseState(client);
    if (definitions !== inject('definitions') || hasStatistics) return false;
    const { rows: made } = await client.query<{ name: string }>('select name from kysely_migration order by name');
    if (made.map(({ name }) => name).join() !== Object.keys(migrations).sort().join()) return false;
    const names = (large: boolean) => tables.filter((table) => table.large === large).map(({ name }) => name);
    const [large, small] = [names(true), names(false)];
    await client.query(
      [
        // Without foreign keys and triggers, which would look up each other's rows.
        'set session_replication_role = replica',
        ...small.map((table) => `delete from ${table}`),
        ...(large.length > 0 ? [`truncate ${large.join()} cascade`] : []),
        ...sequences.map((sequence) => `select setval('${sequence}', 1, false)`),
      ].join(';'),
    );
    return true;
  } finally {
    await client.end();
  }
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ ...inject('database'), database: 'postgres' });
  await client.connect();
  await client.query(statement);
  await client.end();
}
