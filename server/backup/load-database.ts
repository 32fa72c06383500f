import { once } from 'node:events';
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Client, ClientConfig } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { goOnFromBaseline, knownMigrations } from '../db/migrate.ts';
import { migrations } from '../db/migrations/list.ts';
import { refuseWrongLetters } from '../db/problems.ts';
import type { Database, Tables } from '../db/tables.ts';
import { OperatorError } from '../operator-error.ts';
import { openPatientClient, readTables, type Sequence, type TableCopy, withSnapshot } from './copy-database.ts';

export type DatabaseLoad = {
  db: Database;
  add(table: TableCopy, rows: AsyncIterable<Uint8Array>): Promise<void>;
  setSequences(sequences: Sequence[]): Promise<void>;
};

/** Fills an empty database in one transaction. Foreign keys come after the rows. @throws OperatorError when tables are there, or letters differ */
export async function loadDatabase<Result>(
  config: ClientConfig,
  made: string[],
  load: (load: DatabaseLoad) => Promise<Result>,
): Promise<Result> {
  const client = await openPatientClient(config);
  try {
    await refuseWrongLetters((query) => client.query(query));
    await client.query('begin');
    if ((await readTables(client)).length > 0) {
      throw new OperatorError(
        'The database is not empty: it has tables. Give an empty one: another DATABASE_URL, or a new DATA_DIR.',
      );
    }
    const db = openOnOneConnection(client);
    await migrateTo(knownMigrations(made, 'The backup'), db);
    const known = await readTables(client);
    const addForeignKeys = await dropForeignKeys(client);
    const trigger = (verb: string) =>
      known.map(({ name }) => `alter table ${client.escapeIdentifier(name)} ${verb} trigger user`).join(';');
    await client.query(trigger('disable'));
    await client.query(`truncate ${known.map(({ name }) => client.escapeIdentifier(name)).join()}`);
    const result = await load({
      db,
      add: (table, rows) => addRows(client, table, rows),
      async setSequences(sequences) {
        for (const { name, value, called } of sequences) {
          await client.query('select setval($1::regclass, $2, $3)', [client.escapeIdentifier(name), value, called]);
        }
      },
    });
    await goOnFromBaseline(db.withoutPlugins());
    await client.query(addForeignKeys);
    await client.query(trigger('enable'));
    await client.query('commit');
    return result;
  } finally {
    // Without a commit, nothing was written.
    await client.end();
  }
}

function openOnOneConnection(client: Client): Database {
  const connection = { query: client.query.bind(client), release: () => {} } as unknown as PostgresPoolClient;
  const pool = { connect: async () => connection, end: async () => {}, options: {} };
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

async function migrateTo(made: string[], db: Database): Promise<void> {
  const wanted = Object.fromEntries(made.map((name) => [name, migrations[name]]));
  const migrator = new Migrator({
    db: db.withoutPlugins(),
    provider: { getMigrations: async () => wanted as typeof migrations },
    disableTransactions: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function dropForeignKeys(client: Client): Promise<string> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows
    .map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`)
    .join(';');
}

async function addRows(client: Client, { name, columns }: TableCopy, rows: AsyncIterable<Uint8Array>): Promise<void> {
  const listed = columns.map((column) => client.escapeIdentifier(column)).join();
  const stream = client.query(copyFrom(`copy ${client.escapeIdentifier(name)} (${listed}) from stdin`));
  const ended = once(stream, 'finish');
  ended.catch(() => {});
  for await (const chunk of rows) if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), ended]);
  stream.end();
  await ended;
}

/** Copies a database into an empty one, all of it or nothing. `beforeCommit` comes when all rows are there. @returns how many tables */
export function copyBetween(
  from: ClientConfig,
  to: ClientConfig,
  beforeCommit: () => Promise<void> = async () => {},
): Promise<number> {
  return withSnapshot(from, async (snapshot) => {
    knownMigrations(snapshot.migrations, 'The database');
    return loadDatabase(to, snapshot.migrations, async (load) => {
      for (const table of snapshot.tables) await load.add(table, snapshot.rows(table));
      await load.setSequences(await snapshot.sequences());
      await beforeCommit();
      return snapshot.tables.length;
    });
  });
}
