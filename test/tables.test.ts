import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { jobs } from '../domain/schedule.ts';
import type { App } from './app.ts';
import { startFilledApp } from './filled-app.ts';
import { sharedApp } from './shared-app.ts';
import { type TableFacts, tables } from './tables.ts';
import { unzip } from './unzip.ts';

const facts = Object.entries(tables) as [string, TableFacts][];

test('every table of the database is written down, with the columns that are named, and no other', async () => {
  const columns = await columnsOf(await sharedApp());
  expect(Object.keys(tables).sort()).toEqual(Object.keys(columns).sort());
  for (const [name, { account, exported, watched }] of facts) {
    const named = [
      ...(typeof account === 'string' ? [account] : Object.values(account ?? {})),
      ...('file' in exported ? exported.leftOut : []),
      ...(Array.isArray(watched) ? watched : []),
    ];
    expect.soft(columns[name], name).toEqual(expect.arrayContaining(named));
  }
});

test('the foreign keys delete with an account the rows of which that is written down, and the jobs that are named are on the schedule', async () => {
  const gone = await deletedWithAccounts(await sharedApp());
  const written = facts.filter(([, { deletedBy }]) => deletedBy.includes('account')).map(([name]) => name);
  expect(written.sort()).toEqual(gone.sort());
  const named = new Set(facts.flatMap(([, { deletedBy }]) => deletedBy).filter((by) => by !== 'account'));
  expect(jobs.map(({ name }) => name)).toEqual(expect.arrayContaining([...named]));
});

test('every column of what is exported is in the file, or is left out on purpose', async () => {
  const { app, owner } = await startFilledApp();
  const columns = await columnsOf(app);
  const files = await unzip(await (await owner.get('/profile/export')).blob());
  for (const [name, { exported }] of facts) {
    if (!('file' in exported)) continue;
    const content = JSON.parse(files[exported.file] ?? '{}');
    const [whole = {}] = [content].flat();
    const [row = {}] = [exported.field ? whole[exported.field] : whole].flat();
    const missing = columns[name]?.filter((column) => !(column in row));
    expect.soft(missing?.sort(), name).toEqual([...exported.leftOut].sort());
  }
});

async function columnsOf({ services: { db } }: App): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text) as columns
    from information_schema.columns where table_schema = 'public' group by table_name`.execute(db);
  return Object.fromEntries(rows.map(({ name, columns }) => [inCode(name), columns.map(inCode)]));
}

async function deletedWithAccounts({ services: { db } }: App): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive gone (id) as (
      select 'auth_users'::regclass::oid
      union select conrelid from pg_constraint join gone on confrelid = gone.id where confdeltype = 'c'
    )
    select relname as name from gone join pg_class on pg_class.oid = gone.id
    where relname <> 'auth_users'`.execute(db);
  return rows.map(({ name }) => inCode(name));
}

function inCode(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
