import type { Client } from 'pg';
import type { OpenFunctionName } from '../../functions/list.ts';
import type { Person } from '../../test/make.ts';
import { adminTables, type Table } from './admin-table-rows.ts';
import { timed } from './ask.ts';
import { allowCalls, growthRow, makeRows, settle } from './growth.ts';
import { openDatabase, promote, startServer } from './server.ts';
import { formatInteger, percentile, type Row, type Started } from './table.ts';

const asks = 500;
const warmUp = 30;
/** Below the 600 calls a minute that one account has. */
const asksAllowed = 250;
const fewer = 10_000;
const mostTimes = 1.5;
const percentiles = [50, 99];
/** The oldest rows: a page and some of each list, whose last page stays the last one, however many newer ones come. */
const oldest = 180;
const oldestDays = 60;
const mostSecondsBetween = 5;

/** An installation with so many rows in each table. */
type Installation = {
  owner: Person;
  client: Client;
  count: number;
  sql(table: Table, from: number, to: number): string;
};

type Way = { what: string; ask: (() => Promise<unknown>)[] };

/**
 * How long each table of administration takes to answer when it has very many rows, by when it has 10,000. Two installations are asked
 * in turn, so that what else the machine does falls into both.
 */
export async function measureAdminTables({ server, owner, sizes: { rows: count } }: Started): Promise<Row[]> {
  await using database = await openDatabase(server);
  await using small = await startServer();
  await using smallDatabase = await openDatabase(small);
  const few = Math.min(fewer, Math.ceil(count / 10));
  await promote(server, owner);
  const smallOwner = await small.owner();
  await promote(small, smallOwner);
  const both = [await openInstallation(smallOwner, smallDatabase, few), await openInstallation(owner, database, count)];
  const rows: Row[] = [];
  for (const [name, table] of Object.entries(adminTables)) {
    const ways = await fill(name, table, both);
    for (const { what, ask } of ways) {
      const took = await askInTurn(ask, both);
      for (const p of percentiles) {
        const [first = Number.NaN, second = Number.NaN] = took.map((times) => percentile(times, p));
        const figure = `Of ${formatInteger(count)} ${table.what}, ${name}: ${what}, p${p} of ${asks}`;
        rows.push(growthRow(figure, few, first, second, mostTimes));
      }
    }
  }
  for (const { clear } of Object.values(adminTables)) if (clear) await database.query(clear);
  return rows;
}

/** @returns the ways of asking, each of every installation */
async function fill(name: string, table: Table, installations: Installation[]): Promise<Way[]> {
  const asked: { what: string; data: object }[][] = [];
  for (const installation of installations) {
    const { client, count, sql } = installation;
    const make = (from: number, to: number) => makeRows(client, (...range) => sql(table, ...range), from, to);
    await make(1, oldest);
    asked.push(await waysOf(name, table, installation));
    await make(oldest + 1, oldest + count);
    await settle(client, table.sql.match(/(?<=insert into )\w+/g)?.at(-1));
  }
  return (asked[0] ?? []).map(({ what }, index) => ({
    what,
    ask: installations.map(
      ({ owner }, side) =>
        () =>
          owner.call(name as OpenFunctionName, asked[side]?.[index]?.data ?? {}),
    ),
  }));
}

async function waysOf(name: string, { lists, searches }: Table, { owner, client }: Installation) {
  const ways = Object.entries(searches).map(([what, data]) => ({ what, data }));
  for (const [list, data] of Object.entries(lists)) {
    await allowCalls(client);
    const after = await lastCursor(owner, name, data);
    ways.push({ what: `${list}, first page`, data }, { what: `${list}, last page`, data: { ...data, after } });
  }
  return ways;
}

async function lastCursor(owner: Person, name: string, data: object): Promise<string> {
  let last = '';
  for (let next: string | undefined; ; ) {
    const page = await owner.call(name as 'listPeople', { ...data, after: next });
    if (!page.next) break;
    last = next = page.next;
  }
  if (!last) throw new Error(`${name} has only one page of ${oldest} rows.`);
  return last;
}

/** @returns how long each took, in milliseconds, by installation */
async function askInTurn(ask: Way['ask'], installations: Installation[]): Promise<number[][]> {
  const took: number[][] = ask.map(() => []);
  for (let time = -warmUp; time < asks; time += 1) {
    if ((time + warmUp) % asksAllowed === 0) for (const { client } of installations) await allowCalls(client);
    for (const [side, each] of ask.entries()) {
      const ms = await timed(each);
      if (time >= 0) took[side]?.push(ms);
    }
  }
  return took;
}

async function openInstallation(owner: Person, client: Client, count: number): Promise<Installation> {
  // Without foreign keys and triggers, which these lists do not read.
  await client.query('set session_replication_role = replica');
  await client.query('set synchronous_commit = off');
  const seconds = Math.min(mostSecondsBetween, (oldestDays * 86_400) / (count + oldest));
  const { rows } = await client.query(
    `select (now() - (${count + oldest} + 1) * interval '${seconds} seconds')::text as begin`,
  );
  const time = `('${rows[0]?.begin}'::timestamptz + n * interval '${seconds} seconds')`;
  return {
    owner,
    client,
    count,
    sql: (table, from, to) =>
      table.sql.replaceAll('TIME', time).replace('SERIES', `generate_series(${from}, ${to}) as n`),
  };
}
