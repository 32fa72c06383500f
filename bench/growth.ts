import { Client } from 'pg';
import { findRunningPostgres } from '../server/db/embedded/find-running.ts';
import { ask } from './ask.ts';
import { item } from './item.ts';
import { percentile } from './median.ts';
import type { Owner } from './owner.ts';
import type { HandbackServer } from './server.ts';
import { type Row, whole } from './table.ts';

/** Below the 600 calls a minute that one account has. */
const asks = 60;

type Growing = {
  what: string;
  few: number;
  many: number;
  mostTimes: number;
  /** Makes those from the one number to the other. */
  sql(from: number, to: number): string;
  /** One of `count`, the how manieth time it is asked. */
  ask(count: number, time: number): Promise<unknown>;
};

/** How the time of an answer grows with what lies in the database, which is made there by SQL. */
export async function measureGrowth(server: HandbackServer, owner: Owner): Promise<Row[]> {
  const hash = (await owner.addItem()).slice('/item/'.length);
  const { items } = await owner.call<{ items: { id: string; hash: string }[] }>('listItems', {});
  const id = items.find((each) => each.hash === hash)?.id ?? '';
  await using database = await openDatabase(server);
  const rows: Row[] = [];
  for (const growing of [inbox(id, owner), thread(id, owner), tags(id, server)])
    rows.push(await compare(growing, database.client));
  return rows;
}

function inbox(itemId: string, owner: Owner): Growing {
  return {
    what: 'conversations, the inbox',
    few: 20,
    many: 20_000,
    mostTimes: 1.5,
    sql: (from, to) => `
      insert into conversations (id, item_id, owner_id)
      select 'inbox' || n, id, owner_id from items, generate_series(${from}, ${to}) as n where id = '${itemId}';
      ${messagesIn(`conversations where id in (select 'inbox' || n from generate_series(${from}, ${to}) as n)`)}`,
    ask: () => owner.call('listConversations', {}),
  };
}

function thread(itemId: string, owner: Owner): Growing {
  return {
    what: 'messages, one thread',
    few: 20,
    many: 10_000,
    mostTimes: 1.5,
    sql: (from, to) => `
      insert into conversations (id, item_id, owner_id)
      select 'thread', id, owner_id from items where id = '${itemId}' on conflict do nothing;
      ${messagesIn(`conversations, generate_series(${from}, ${to}) where id = 'thread'`)}`,
    ask: () => owner.call('readConversation', { id: 'thread' }),
  };
}

function messagesIn(conversations: string): string {
  return `
    insert into web_messages
      (conversation_id, item_id, owner_id, author, text, read_by_owner, read_by_finder, sending_key)
    select id, item_id, owner_id, 'finder', 'It is with me.', true, true, gen_random_uuid() from ${conversations};
    update conversations set last_message_id = newest
    from (select conversation_id, max(id) as newest from web_messages group by 1) as messages
    where id = conversation_id and last_message_id is distinct from newest;`;
}

function tags(itemId: string, { origin }: HandbackServer): Growing {
  const code = (number: number) => String(number).padStart(16, '0');
  return {
    what: 'tags, an uncached page',
    few: 10_000,
    many: 1_000_000,
    mostTimes: 1.1,
    sql: (from, to) => `
      insert into items (id, owner_id, name, category, note, creation_key)
      select lpad(n::text, 16, '0'), owner_id, '${item.name}', '${item.category}', '${item.note}', 'grown' || n
      from items, generate_series(${from}, ${to}) as n where id = '${itemId}';
      insert into tags (code, status, item_id)
      select lpad(n::text, 16, '0'), 'active', lpad(n::text, 16, '0') from generate_series(${from}, ${to}) as n;`,
    async ask(count, time) {
      const hash = Buffer.from(`hbk${code(1 + Math.floor(((time * 0.618) % 1) * count))}`).toString('base64url');
      const headers = { 'x-forwarded-for': `10.3.${time >> 8}.${time & 255}`, 'accept-encoding': 'br' };
      const { response } = await ask(`${origin}/item/${hash}?x=1`, { headers });
      if (response.statusCode !== 200) throw new Error(`A tag's page was answered ${response.statusCode}.`);
    },
  };
}

async function compare(growing: Growing, client: Client): Promise<Row> {
  const { what, few, many, mostTimes, sql } = growing;
  await client.query(sql(1, few));
  await client.query('vacuum analyze');
  const before = await medianMs(growing, few);
  await client.query(sql(few + 1, many));
  await client.query('vacuum analyze');
  const after = await medianMs(growing, many);
  const ratio = after / before;
  return {
    figure: `Of ${whole(many)} ${what}, p50 of ${asks}`,
    ours: `${after.toFixed(2)} ms`,
    baseline: `${before.toFixed(2)} ms (of ${whole(few)})`,
    ratio,
    target: { text: `≤ ${mostTimes}`, met: ratio <= mostTimes },
  };
}

async function medianMs({ ask: askOnce }: Growing, count: number): Promise<number> {
  const took: number[] = [];
  for (let time = 0; time < 2 * asks; time += 1) {
    const begun = performance.now();
    await askOnce(count, time);
    took.push(performance.now() - begun);
  }
  // The first half warms up.
  return percentile(took.slice(asks), 50);
}

async function openDatabase({ dataDir }: HandbackServer): Promise<AsyncDisposable & { client: Client }> {
  const config = await findRunningPostgres(dataDir);
  if (!config) throw new Error(`No database runs in ${dataDir}.`);
  const client = new Client(config);
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
}
