import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { ClientConfig } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startApp } from '../../test/app.ts';
import { freshDatabase } from '../../test/database.ts';
import { describeDatabase } from '../../test/describe-database.ts';
import { createTestLog } from '../../test/log.ts';
import { copyBetween } from '../backup/load-database.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { createFileStore } from '../files/file-store.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { baseline } from './migrations/100-baseline.ts';
import { migrations } from './migrations/list.ts';

const releases = new URL('../../test/releases/', import.meta.url).pathname;
const backups = readdirSync(releases).filter((name) => name.endsWith('.age'));
/** What the migrations of 0.9.0 made. They made no rows. */
const { migrations: made, lines: before }: { migrations: string[]; lines: string[] } = JSON.parse(
  readFileSync(join(releases, '0.9.0.json'), 'utf8'),
);
/** Of another database they mean nothing. */
const notCopied = 'changes';

test('the baseline makes each column, default, index, trigger, constraint, sequence, function, statistic and setting of 0.9.0 by name, and no row', async () => {
  const { db, pool } = await openDatabase();
  expect(before.length).toBeGreaterThan(1000);
  await migrateTo('100-baseline', db);
  expect(await describeDatabase(pool)).toEqual(before);
  expect(Object.keys(await countRows(db))).toEqual([]);
});

test('a database of 0.9.0 goes on as if the baseline had made it, also when two processes start at once', async () => {
  const database = await freshDatabase();
  const { db, pool } = await openDatabase(database);
  await makeTablesOf090(db);
  const { db: other } = await openDatabase(database);
  await Promise.all([migrate(db), migrate(other)]);
  expect(await readMigrations(db)).toEqual(Object.keys(migrations));
  expect(await describeDatabase(pool)).toEqual(await describeDatabase((await openDatabase()).pool));
});

test.each(backups)(
  'the backup %s, made by that release, is restored, goes on and counts on from its last ids',
  async (name) => {
    const database = await freshDatabase();
    const { db, pool } = await openDatabase(database);
    const whole = await describeDatabase(pool);
    await dropTables(db);
    const dataDir = await newFolder();
    const files = createFileStore({ dataDir });
    const target = { database: async () => database, files, keepSecret: async () => {} };
    const restored = await restoreBackup(join(releases, name), 'twelve green parrots', target);
    await migrate(db);
    expect(await readMigrations(db)).toEqual(Object.keys(migrations));
    expect(await describeDatabase(pool)).toEqual(whole);

    const rows = await countRows(db);
    const filled = restored.tables.map((table) => table.name).filter((table) => !table.startsWith('kysely_'));
    if (name === '0.9.0.age') expect(filled.filter((table) => !rows[table])).toEqual([]);
    expect(Object.keys(rows)).not.toContain(notCopied);
    const { rows: sequences } = await sql<{ table: string; column: string; last: string }>`
    select attrelid::regclass::text as table, attname as column, coalesce(last_value, 0)::text as last
    from pg_attribute join pg_sequences on sequencename = attrelid::regclass || '_' || attname || '_seq'
    where attidentity <> ''`.execute(db);
    expect(sequences.length).toBeGreaterThan(5);
    for (const { table, column, last } of sequences) {
      const { rows: highest } = await sql<{ id: string | null }>`
      select max(${sql.ref(column)})::text as id from ${sql.table(table)}`.execute(db);
      expect(Number(last), table).toBeGreaterThanOrEqual(Number(highest[0]?.id ?? 0));
    }
    expect((await (await startApp({ database, filesDir: dataDir })).visitor().get('/')).status).toBe(200);
  },
);

test('a database older than 0.9.0 is told to start 0.9.0 first, and a newer one to start its release; nothing changes', async () => {
  const { db } = await openDatabase();
  await pretendMigrations(db, made.slice(0, -1));
  await expect(migrate(db)).rejects.toThrow(/^The database is of a release before 0\.9\.0\. Start version 0\.9\.0 /);
  expect(await readMigrations(db)).toEqual(made.slice(0, -1));
  const newer = [...Object.keys(migrations), '999-flying-tags'];
  await pretendMigrations(db, newer);
  await expect(migrate(db)).rejects.toThrow(/^The database is of a newer release of Handback .*999-flying-tags/);
  expect(await readMigrations(db)).toEqual(newer);
});

test('a database of 0.9.0 moves into another one, and goes on there; an older one does not move', async () => {
  const from = await freshDatabase();
  const { db } = await openDatabase(from);
  await makeTablesOf090(db);
  const to = await freshDatabase();
  const { db: moved, pool } = await openDatabase(to);
  await dropTables(moved);
  await copyBetween(from, to);
  expect(await readMigrations(moved)).toEqual(['100-baseline']);
  await migrate(moved);
  expect(await describeDatabase(pool)).toEqual(await describeDatabase((await openDatabase()).pool));
  await pretendMigrations(db, made.slice(0, -1));
  await expect(copyBetween(from, to)).rejects.toThrow(/before 0\.9\.0/);
});

test('accounts of 0.9.0 are shown no list of first steps', async () => {
  const { db } = await openDatabase();
  await dropTables(db);
  await makeTablesOf090(db);
  await sql`insert into auth_users (id, name, email) values ('ada', 'Ada', 'ada@example.com')`.execute(db);
  await sql`insert into users (uid, email, created_at) values ('ada', 'ada@example.com', now())`.execute(db);
  await migrate(db);
  const user = db.selectFrom('users').select('firstStepsEndedAt');
  expect(await user.executeTakeFirst()).toEqual({ firstStepsEndedAt: expect.any(Date) });
});

async function openDatabase(database?: ClientConfig) {
  const connection = connect(database ?? (await freshDatabase()), createTestLog().log);
  onTestFinished(() => connection.close());
  return connection;
}

type Opened = Awaited<ReturnType<typeof openDatabase>>['db'];

async function migrateTo(name: string, db: Opened): Promise<void> {
  await dropTables(db);
  await migrations[name]?.up(db.withoutPlugins());
}

async function makeTablesOf090(db: Opened): Promise<void> {
  await dropTables(db);
  const getMigrations = async () => ({ '100-baseline': baseline });
  await new Migrator({ db: db.withoutPlugins(), provider: { getMigrations } }).migrateToLatest();
  await pretendMigrations(db, made);
}

async function dropTables(db: Opened): Promise<void> {
  await sql`drop schema public cascade; create schema public`.execute(db);
}

async function pretendMigrations(db: Opened, names: string[]): Promise<void> {
  await sql`delete from kysely_migration`.execute(db);
  await sql`insert into kysely_migration select name, now()::text from unnest(${names}::text[]) name`.execute(db);
}

async function readMigrations(db: Opened): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** @returns how many rows there are, of tables that have some */
async function countRows(db: Opened): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely_%'`.execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(name)}`.execute(db);
    if (rows[0]?.count) counts[name] = rows[0].count;
  }
  return counts;
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'handback-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
