import { sql } from 'kysely';
import { Client } from 'pg';
import { onTestFinished, vi } from 'vitest';
import type { App } from './app.ts';
import { freshDatabase } from './database.ts';

export const clocks = ['this machine', 'the database'] as const;

/** @returns what puts it right again */
export async function setClock(
  clock: (typeof clocks)[number],
  shows: string,
  { services }: App,
): Promise<() => Promise<void>> {
  if (clock === 'this machine') {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(shows) });
    return async () => void vi.useRealTimers();
  }
  const { db } = services;
  await sql`update clock set shows = ${shows}`.execute(db);
  return async () => void (await sql`update clock set shows = null`.execute(db));
}

/** One whose time can be set: in its connections and in its tables, these functions stand before PostgreSQL's own. */
export async function databaseWithAClock() {
  const database = await freshDatabase();
  const client = new Client(database);
  await client.connect();
  const functions = ['now', 'clock_timestamp'].map(
    (name) =>
      `create function wrong.${name}() returns timestamptz stable language sql as
        'select coalesce(shows, pg_catalog.${name}()) from public.clock';`,
  );
  await client.query(
    // The table in `public` says that the database is not as it was made.
    `create schema wrong; create table clock as select null::timestamptz as shows; ${functions.join(' ')}`,
  );
  const { rows } = await client.query(
    `select format('alter table %I alter %I set default wrong.now()', table_name, column_name) as change
     from information_schema.columns where table_schema = 'public' and column_default = 'now()'`,
  );
  await client.query(rows.map(({ change }) => change).join(';'));
  await client.end();
  return { ...database, options: '-c search_path=wrong,public,pg_catalog' };
}
