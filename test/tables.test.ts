import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { jobs } from '../domain/schedule.ts';
import { type App, startApp } from './app.ts';
import { makeConversation, makeItem, makeLabelTemplate, makeOwner, makePicture, shareItem } from './make.ts';
import { newSubscription, nowhere } from './push-service.ts';
import { type TableFacts, tables } from './tables.ts';
import { unzip } from './unzip.ts';

const facts = Object.entries(tables) as [string, TableFacts][];

test('every table of the database is written down, with the columns that are named, and no other', async () => {
  const columns = await columnsOf(await startApp());
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
  const gone = await deletedWithAccounts(await startApp());
  const written = facts.filter(([, { deletedBy }]) => deletedBy.includes('account')).map(([name]) => name);
  expect(written.sort()).toEqual(gone.sort());
  const named = new Set(facts.flatMap(([, { deletedBy }]) => deletedBy).filter((by) => by !== 'account'));
  expect(jobs.map(({ name }) => name)).toEqual(expect.arrayContaining([...named]));
});

test('every column of what is exported is in the file, or is left out on purpose', async () => {
  const app = await startApp({ outgoing: nowhere });
  const columns = await columnsOf(app);
  const owner = await makeOwner(app);
  await owner.call('addPushDevice', newSubscription());
  const item = await makeItem(owner);
  await makePicture(owner, item);
  await makeConversation(app, item);
  const [{ id = '' } = {}] = (await owner.call('listConversations', {})).conversations;
  await owner.call('reportConversation', { id, key: crypto.randomUUID(), reason: 'other' });
  await sql`
    insert into message_readings (id, conversation_id, reason, about_kind, about_id)
    values ('r', ${id}, 'They asked for help.', 'contact-request', 'c')`.execute(app.installation.db);
  await owner.call('markItemLost', { id: item.id });
  await sql`
    insert into scans (tag_code, item_id, owner_id, kind, scanned_at)
    select id, id, owner_id, 'opened', now() from items`.execute(app.installation.db);
  await owner.call('makeBlankTags', { count: 1, key: crypto.randomUUID() });
  await makeLabelTemplate(owner);
  await owner.auth('request-password-reset', { email: owner.email });
  await owner.post('/contact', { topic: 'data', text: 'Hello.', email: owner.email });
  const other = await makeOwner(app, 'Bob');
  await shareItem(other, owner);
  await shareItem(owner, other);
  await owner.call('handOverByCode', { id: (await makeItem(owner)).id, key: crypto.randomUUID() });
  await sql`
    with product as (
      insert into products (id, slug, kind, names, price_minor, currency) values ('p', 'p', 'key-ring', '{}', 1, 'EUR') returning id
    ), placed as (
      insert into orders (id, creation_key, email, language, address, currency, items_minor, delivery_minor, total_minor,
        tax_scheme, tax_rate, tax_minor, delivery_days, due_at)
      values ('o', 'o', ${owner.email}, 'en', '{}', 'EUR', 1, 0, 1, 'small-business', 0, 0, '[1, 2]', now()) returning id
    ), line as (
      insert into order_lines select placed.id, 0, product.id, 'Tag', 1, 1, 1, 1, false from placed, product
    ), event as (
      insert into order_events (order_id, kind, actor) select id, 'placed', 'buyer' from placed
    ), payment as (
      insert into payments select 'y', id, 'y', 'payment', 1, 'EUR' from placed
    ), shipment as (
      insert into shipments select id, 'Post', '' from placed
    )
    insert into invoices select 1, id, 'invoice', '{}' from placed`.execute(app.installation.db);
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

async function columnsOf({ installation: { db } }: App): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text) as columns
    from information_schema.columns where table_schema = 'public' group by table_name`.execute(db);
  return Object.fromEntries(rows.map(({ name, columns }) => [inCode(name), columns.map(inCode)]));
}

async function deletedWithAccounts({ installation: { db } }: App): Promise<string[]> {
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
