import type { Client } from 'pg';
import { adminTables, type Table } from './admin-table-rows.ts';
import { promote } from './administrator.ts';
import { allowCalls, compare, type Growing, openDatabase, timed } from './growth.ts';
import type { Owner } from './owner.ts';
import type { HandbackServer } from './server.ts';
import type { Row } from './table.ts';

/** Below the 600 calls a minute that one account has. */
const asks = 100;
const rounds = 3;
const warmUp = 20;
const fewer = 10_000;
const mostTimes = 1.5;
const percentiles = [50, 99];
/** The oldest rows: a page and some of each list, whose last page stays the last one, however many newer ones come. */
const oldest = 180;
const oldestDays = 60;
const mostSecondsBetween = 5;

/** How long each table of administration takes to answer when it has very many rows, by when it has 10,000. */
export async function measureAdminTables(server: HandbackServer, owner: Owner, count: number): Promise<Row[]> {
  await promote(server, owner);
  await using database = await openDatabase(server);
  const { client } = database;
  // Without foreign keys and triggers, which these lists do not read.
  await client.query('set session_replication_role = replica');
  await client.query('set synchronous_commit = off');
  const makeRows = await rowsIn(client, count);
  const rows: Row[] = [];
  for (const table of adminTables) rows.push(...(await measureTable(table)));
  for (const { clear } of adminTables) if (clear) await client.query(clear);
  return rows;

  async function measureTable(table: Table): Promise<Row[]> {
    await client.query(makeRows(table, 1, oldest));
    const growing: Growing = {
      what: table.what,
      few: Math.min(fewer, Math.ceil(count / 10)),
      many: [{ count, mostTimes }],
      sql: (from, to) => makeRows(table, from + oldest, to + oldest),
      tables: table.tables,
      ways: [],
      rounds,
    };
    for (const [way, data] of await waysOf(table)) {
      growing.ways.push({
        what: `${table.function}: ${way}`,
        asks,
        warmUp,
        percentiles,
        ask: () => timed(() => owner.call(table.function, data)),
      });
    }
    return compare(growing, client);
  }

  async function waysOf({ function: name, lists, searches }: Table): Promise<[string, object][]> {
    const ways = Object.entries(searches);
    for (const [list, data] of Object.entries(lists)) {
      await allowCalls(client);
      const after = await lastCursor(name, data);
      ways.push([`${list}, first page`, data], [`${list}, last page`, { ...data, after }]);
    }
    return ways;
  }

  async function lastCursor(name: string, data: object): Promise<string> {
    let last = '';
    for (let next: string | undefined; ; ) {
      const page = await owner.call<{ next?: string }>(name, { ...data, after: next });
      if (!page.next) break;
      last = next = page.next;
    }
    if (!last) throw new Error(`${name} has only one page of ${oldest} rows.`);
    return last;
  }
}

/** @returns makes the SQL for the rows from the one number to the other, of which the first is the oldest */
async function rowsIn(client: Client, count: number) {
  const seconds = Math.min(mostSecondsBetween, (oldestDays * 86_400) / (count + oldest));
  const { rows } = await client.query(
    `select (now() - (${count + oldest} + 1) * interval '${seconds} seconds')::text as begin`,
  );
  const time = `('${rows[0]?.begin}'::timestamptz + n * interval '${seconds} seconds')`;
  return ({ sql }: Table, from: number, to: number) =>
    sql.replaceAll('TIME', time).replace('SERIES', `generate_series(${from}, ${to}) as n`);
}
