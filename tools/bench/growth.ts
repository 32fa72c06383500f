import type { Client } from 'pg';
import { defaultPageSize } from '../../domain/lists/contract/page-size.ts';
import { makeItem, type Person } from '../../test/make.ts';
import type { Product } from '../product.ts';
import { ask, timed } from './ask.ts';
import { openPage, timeToText } from './browser.ts';
import { item } from './item.ts';
import { openDatabase } from './server.ts';
import { compare, formatInteger, percentile, type Row, type Started } from './table.ts';

/** Below the 600 calls a minute that one account has. */
const asks = 60;
const openings = 15;
/**
 * A hundredth of these are still enough to tell a slow answer from a chance: asked for seconds, so that what the server writes down now and
 * then falls into it every time.
 */
const often = { asks: 20_000, warmUp: 4_000, percentiles: [50, 99] };
/** One statement that makes more fills the memory of the database. */
const madeAtOnce = 500_000;

type Growing = {
  what: string;
  few: number;
  many: { count: number; mostTimes: number }[];
  /** Makes those from the one number to the other. */
  sql(from: number, to: number): string;
  ways: Way[];
};

type Way = {
  what: string;
  asks: number;
  /** Asked before, and not measured; as many as `asks` where nothing stands here. */
  warmUp?: number;
  /** 50 where nothing stands here. */
  percentiles?: number[];
  /** Asks for one of `count`, the how manieth time it is asked. @returns how long it took, in milliseconds */
  ask(count: number, time: number): Promise<number>;
};

/** How the time of an answer grows with what lies in the database, which is made there by SQL. Few are as many as fill a page, so that the answers are of one size. */
export async function measureGrowth({ browser, server, owner }: Started): Promise<Row[]> {
  const { id } = await makeItem(owner, item);
  await using database = await openDatabase(server);
  const rows: Row[] = [];
  const open = async (path: string) => {
    await using opened = await openPage(browser, server.url, owner);
    return await timeToText(opened.page, path, 'main', 'It is with me.');
  };
  for (const growing of [inbox(id, owner, open), thread(id, owner, open), tags(id, server)])
    rows.push(...(await compareCounts(growing, database)));
  return rows;
}

type Open = (path: string) => Promise<number>;

function inbox(itemId: string, owner: Person, open: Open): Growing {
  return {
    what: 'conversations',
    few: defaultPageSize,
    many: [{ count: 20_000, mostTimes: 1.5 }],
    sql: (from, to) => `
      insert into conversations (id, item_id, owner_id)
      select 'inbox' || n, id, owner_id from items, generate_series(${from}, ${to}) as n where id = '${itemId}';
      ${messagesIn(`conversations where id in (select 'inbox' || n from generate_series(${from}, ${to}) as n)`)}`,
    ways: [
      { what: 'a page of the inbox', asks, ask: () => timed(() => owner.call('listConversations', {})) },
      { what: 'the inbox opens in the app', asks: openings, ask: () => open('/inbox') },
    ],
  };
}

function thread(itemId: string, owner: Person, open: Open): Growing {
  return {
    what: 'messages',
    few: defaultPageSize,
    many: [{ count: 10_000, mostTimes: 1.5 }],
    sql: (from, to) => `
      insert into conversations (id, item_id, owner_id)
      select 'thread', id, owner_id from items where id = '${itemId}' on conflict do nothing;
      ${messagesIn(`conversations, generate_series(${from}, ${to}) where id = 'thread'`)}`,
    ways: [
      { what: 'a page of a thread', asks, ask: () => timed(() => owner.call('readConversation', { id: 'thread' })) },
      { what: 'a thread opens in the app', asks: openings, ask: () => open('/inbox/thread') },
    ],
  };
}

function messagesIn(conversations: string): string {
  return `
    insert into web_messages
      (conversation_id, item_id, owner_id, author, text, read_by_owner, read_by_finder, idempotency_key)
    select id, item_id, owner_id, 'finder', 'It is with me.', true, true, gen_random_uuid() from ${conversations};
    update conversations set last_message_id = newest
    from (select conversation_id, max(id) as newest from web_messages group by 1) as messages
    where id = conversation_id and last_message_id is distinct from newest;`;
}

function tags(itemId: string, { url }: Product): Growing {
  const code = (number: number) => String(number).padStart(16, '0');
  return {
    what: 'tags',
    few: 10_000,
    many: [
      { count: 1_000_000, mostTimes: 1.1 },
      { count: 10_000_000, mostTimes: 1.3 },
    ],
    sql: (from, to) => `
      insert into items (id, owner_id, name, category, note, creation_key)
      select lpad(n::text, 16, '0'), owner_id, '${item.name}', '${item.category}', '${item.note}', 'grown' || n
      from items, generate_series(${from}, ${to}) as n where id = '${itemId}';
      insert into tags (code, status, item_id)
      select lpad(n::text, 16, '0'), 'active', lpad(n::text, 16, '0') from generate_series(${from}, ${to}) as n;`,
    ways: [
      { what: 'an uncached page of a tag', ...often, ask: (count, time) => timed(() => openTag(count, time, '?x=1')) },
      { what: 'a cached page of a tag', ...often, ask: (count, time) => timed(() => openTag(count, time % 50, '')) },
    ],
  };

  async function openTag(count: number, time: number, query: string): Promise<void> {
    const hash = Buffer.from(`hbk${code(1 + Math.floor(((time * 0.618) % 1) * count))}`).toString('base64url');
    const headers = { 'x-forwarded-for': `10.3.${time >> 8}.${time & 255}`, 'accept-encoding': 'br' };
    await ask(`${url}/item/${hash}${query}`, { headers });
  }
}

/** A row for each way and number: how long it takes there, by how long it takes among few. */
async function compareCounts({ what, few, many, sql, ways }: Growing, client: Client): Promise<Row[]> {
  let made = 0;
  const measure = async (count: number) => {
    await makeRows(client, sql, made + 1, count);
    made = count;
    await settle(client);
    const figures: number[] = [];
    for (const way of ways) {
      await allowCalls(client);
      figures.push(...(await measureWay(way, count)));
    }
    return figures;
  };
  const before = await measure(few);
  const rows: Row[] = [];
  for (const { count, mostTimes } of many) {
    const after = await measure(count);
    const figures = ways.flatMap((way) => percentilesOf(way).map((p) => `${way.what}, p${p} of ${way.asks}`));
    for (const [index, figure] of figures.entries()) {
      const [first = Number.NaN, second = Number.NaN] = [before[index], after[index]];
      rows.push(growthRow(`Of ${formatInteger(count)} ${what}, ${figure}`, few, first, second, mostTimes));
    }
  }
  return rows;
}

/** @param first milliseconds among the `few`; @param second among many */
export function growthRow(figure: string, few: number, first: number, second: number, mostTimes: number): Row {
  const inWords = (ms: number) => `${ms.toFixed(2)} ms`;
  return compare({ figure, ours: second, baseline: first, of: `of ${formatInteger(few)}`, inWords, mostTimes });
}

/** @param sql makes those from the one number to the other */
export async function makeRows(
  client: Client,
  sql: (from: number, to: number) => string,
  from: number,
  to: number,
): Promise<void> {
  for (let first = from; first <= to; first += madeAtOnce) {
    await client.query(sql(first, Math.min(to, first + madeAtOnce - 1)));
  }
}

/** What PostgreSQL would otherwise do while answers are measured. */
export async function settle(client: Client, tables = ''): Promise<void> {
  await client.query(`vacuum analyze ${tables}`);
  await client.query('checkpoint');
}

const percentilesOf = ({ percentiles = [50] }: Way) => percentiles;

async function measureWay(way: Way, of: number): Promise<number[]> {
  const { asks, warmUp = asks } = way;
  const took: number[] = [];
  for (let time = 0; time < warmUp + asks; time += 1) took.push(await way.ask(of, time));
  return percentilesOf(way).map((p) => percentile(took.slice(warmUp), p));
}

/** One account has 600 calls a minute. */
export async function allowCalls(client: Client): Promise<void> {
  await client.query(`delete from rate_limits where key like 'function-call%'`);
}
