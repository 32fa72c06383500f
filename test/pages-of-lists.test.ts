import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { OpenFunctionName } from '../functions/list.ts';
import { type App, startApp } from './app.ts';
import {
  makeAdministrator,
  makeConversation,
  makeItem,
  makeLabelTemplate,
  makeOwner,
  shareItem,
  signIn,
} from './make.ts';
import { forgetLimits, sharedApp } from './shared-app.ts';
import type { Visitor } from './visitor.ts';

/** Somebody with 23 of everything, among them rows of one moment: made in one statement, they differ in their ids alone. */
async function makeWorld(app: App) {
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  const { path } = await makeConversation(app, item, 'The first');
  const admin = await makeAdministrator(app, 'Rosalind');
  await insertProducts(app, 1, 22);
  await insertActions(app, 1, 23);
  const { db } = app.services;
  await sql`
    insert into items (id, owner_id, name, category, creation_key, created_at, lost_at)
    select lpad(n::text, 16, '0'), ${owner.uid}, 'Umbrella ' || n, 'other', ${owner.uid} || n,
      timestamptz '2026-01-01 00:00:00.000001' + make_interval(secs => (n / 5) * 0.000001), case when n % 4 = 0 then now() end
    from generate_series(1, 22) n`.execute(db);
  await sql`
    insert into conversations (id, item_id, owner_id)
    select ${owner.uid} || n, ${item.id}, ${owner.uid} from generate_series(1, 22) n`.execute(db);
  const [{ id = '' } = {}] = (await owner.call('listConversations', {})).conversations;
  await addMessages(app, id, 1, 22);
  await sql`
    insert into web_messages (conversation_id, item_id, owner_id, author, text, read_by_owner, read_by_finder, idempotency_key)
    select ${owner.uid} || n, ${item.id}, ${owner.uid}, 'finder', 'About ' || n, false, true, 'c' || n
    from generate_series(1, 22) n order by n`.execute(db);
  await sql`
    insert into conversations (id, item_id, owner_id, archived_at)
    select ${owner.uid} || 'a' || n, ${item.id}, ${owner.uid}, now() from generate_series(1, 22) n`.execute(db);
  await sql`
    insert into web_messages (conversation_id, item_id, owner_id, author, text, read_by_owner, read_by_finder, idempotency_key)
    select id, item_id, owner_id, 'finder', 'Long ago', true, true, id from conversations where archived_at is not null`.execute(
    db,
  );
  await sql`
    update conversations set last_message_id =
      (select max(id) from web_messages where conversation_id = conversations.id)`.execute(db);
  await sql`
    insert into auth_sessions (id, token, user_id, user_agent, expires_at, created_at, updated_at)
    select 's' || n, 's' || n, ${owner.uid}, (array['Edge', 'Opera', 'Firefox', 'Chrome', 'Safari'])[n % 5 + 1],
      now() + interval '1 day', now() - make_interval(secs => n / 5), now() from generate_series(1, 22) n`.execute(db);
  await sql`
    insert into item_states (item_id, owner_id, state, created_at)
    select ${item.id}, ${owner.uid}, 'lost', timestamptz '2026-01-01 00:00:00.000001' + make_interval(secs => (n / 5) * 0.000001)
    from generate_series(1, 23) n`.execute(db);
  await sql`
    insert into label_templates (id, owner_id, creation_key, name, page_width, page_height, columns, rows,
      label_width, label_height, left_margin, top_margin, pitch_x, pitch_y)
    select n::text, ${owner.uid}, ${owner.uid} || n, 'Sheet ' || n, 210, 297, 1, 1, 60, 40, 10, 10, 60, 40
    from generate_series(1, 23) n`.execute(db);
  await owner.call('makeUnassignedTags', { count: 22, key: crypto.randomUUID() });
  await owner.call('makeUnassignedTags', { count: 2, key: crypto.randomUUID() });
  await sql`
    insert into items (id, owner_id, name, category, creation_key, created_at, archived_at)
    select 'a' || lpad(n::text, 15, '0'), ${owner.uid}, 'Kite ' || n, 'other', ${owner.uid} || 'a' || n,
      timestamptz '2026-01-01 00:00:00.000001' + make_interval(secs => (n / 5) * 0.000001), now()
    from generate_series(1, 23) n`.execute(db);
  await insertScans(app, item.id, 23);
  await insertTags(app, item.id, 22);
  await addSharing(app, owner, item.id);
  await sql`
    insert into item_handovers (id, item_id, owner_id, item_name, secret_hash, accepted_at)
    select 'o' || n, ${item.id}, ${owner.uid}, 'Kite', 'o' || n, now() - make_interval(secs => n / 5)
    from generate_series(1, 23) n`.execute(db);
  await insertForAdministrators(app, owner, item.id, 1, 23);
  return { app, admin, owner, item, path, id, secret: path.split('/').at(-1) ?? '' };
}

let world: Promise<World> | undefined;

/** For tests that change nothing of the owner's. */
async function sharedWorld(): Promise<World> {
  world ??= sharedApp().then(makeWorld);
  await forgetLimits((await world).app);
  return world;
}

async function archiveNew(owner: Visitor) {
  await owner.call('archiveItem', { id: (await makeItem(owner)).id });
}

/** Acts of which five each have one time. */
async function insertActions({ services }: App, from: number, to: number, now = "timestamptz '2026-01-01'") {
  await sql`
    insert into audit_entries (id, act, subject_kind, subject_id, created_at)
    select lpad(n::text, 4, '0'), 'setRole', 'account', 'late', ${sql.raw(now)} + make_interval(secs => (n / 5) * 0.000001)
    from generate_series(${from}::int, ${to}::int) n`.execute(services.db);
}

const noWork = "timestamptz '2026-01-01'";

/** What administrators look after; of each kind five at one moment. */
async function insertForAdministrators(
  { services: { db } }: App,
  { uid }: { uid: string },
  itemId: string,
  from: number,
  to: number,
  now = noWork,
) {
  const rows = sql`generate_series(${from}::int, ${to}::int) n`;
  const at = sql`${sql.raw(now)} + make_interval(secs => (n / 5) * 0.000001)`;
  const id = sql`lpad(n::text, 4, '0')`;
  await sql`
    insert into reports (id, uid, item_name, reason, note, messages, creation_key, created_at)
    select ${id}, ${uid}, 'Kite', 'scam', '', '[]', 'r' || n, ${at} from ${rows}`.execute(db);
  await sql`
    insert into tag_reports (tag_code, reason, text, language, idempotency_key, created_at)
    select ${itemId}, 'unsafe', '', 'en', 't' || n, ${at} from ${rows}`.execute(db);
  await sql`
    insert into contact_requests (id, name, email, topic, text, language, creation_key, created_at)
    select ${id}, '', 'kim@example.com', 'else', 'Hello', 'en', 'c' || n, ${at} from ${rows}`.execute(db);
  await sql`
    insert into outgoing_mails (message_id, purpose, to_name, to_address, subject, text, html, failed_at, last_error_at, created_at)
    select n, 'test', '', 'kim@example.org', '', '', '', now(), now(), ${at} from ${rows}`.execute(db);
  await sql`
    insert into orders (id, creation_key, email, language, address, currency, items_minor, delivery_minor, total_minor,
      tax_scheme, tax_rate, tax_minor, delivery_days, due_at)
    select ${id}, ${id}, 'kim@example.org', 'en', '{"name": "Kim"}', 'EUR', 1, 0, 1, 'destination', 0, 0, '[1, 2]', now()
    from ${rows}`.execute(db);
  await sql`
    insert into reviews (id, order_id, product_id, stars, text, name, language, created_at)
    select ${id}, ${id}, 'p1', 5, 'Good', 'Kim', 'en', ${at} from ${rows}`.execute(db);
  await sql`
    with held as (
      insert into conversations (id, item_id, owner_id)
      select 'held' || n, ${itemId}, ${uid} from ${rows} returning id
    )
    insert into web_messages
      (conversation_id, item_id, owner_id, author, text, read_by_owner, read_by_finder, held_reason, idempotency_key, created_at)
    select 'held' || n, ${itemId}, ${uid}, 'finder', '', false, true, 'hidden-field', 'held' || n, ${at} from ${rows}`.execute(
    db,
  );
}

function insertProducts({ services: { db } }: App, from: number, to: number) {
  return sql`
    insert into products (id, slug, kind, names, price_minor, currency, position)
    select 'p' || n, 'p' || n, 'key-ring', '{"en": "Ring"}', 490, 'EUR', n / 5
    from generate_series(${from}::int, ${to}::int) n on conflict do nothing`.execute(db);
}

/** Five at each moment. */
function insertScans({ services: { db } }: App, itemId: string, count: number) {
  return sql`
    insert into scans (tag_code, item_id, owner_id, kind, scanned_at)
    select id, id, owner_id, 'opened', now() + make_interval(secs => (n / 5) * 0.000001)
    from items, generate_series(1, ${count}::int) n where id = ${itemId}`.execute(db);
}

function insertTags({ services: { db } }: App, itemId: string, count: number) {
  return sql`
    insert into tags (code, status, item_id, created_at)
    select substr(md5(random()::text), 1, 16), 'active', ${itemId}, now() + make_interval(secs => (n / 5) * 0.000001)
    from generate_series(1, ${count}::int) n`.execute(db);
}

type World = Awaited<ReturnType<typeof makeWorld>>;
type Page = { rows: string[]; next?: string | undefined };
type List = {
  name: OpenFunctionName;
  data(world: World): object;
  rows(result: Record<string, unknown[]>): string[];
  caller(world: World): Visitor;
  insert(world: World): Promise<unknown>;
};

const owner = (world: World) => world.owner;
const administrator = (world: World) => world.admin;

type Rows = { id: string }[];

/** One whose answer has its rows in this field. */
function list(name: OpenFunctionName, field: string, data: List['data'], insert: List['insert'], more?: Partial<List>) {
  const rows: List['rows'] = (result) => ((result[field] ?? []) as Rows).map(({ id }) => id);
  return { name, data, rows, caller: owner, insert, ...more };
}

/** The newest message stands last. */
const messages: List['rows'] = ({ messages: rows = [] }) => (rows as Rows).map(({ id }) => id).reverse();
const nothing = () => ({});
const theItem = ({ item }: World) => ({ id: item.id });

function forAdministrators(name: OpenFunctionName, data: object, field: string): List {
  return list(name, field, () => data, insertForAll, { caller: administrator });
}

async function insertForAll({ app, owner: person, item }: World): Promise<void> {
  await insertForAdministrators(app, person, item.id, 100, 101, 'now()');
  await insertProducts(app, 0, 0);
  await makeOwner(app, 'Late');
  await makeItem(person, { name: 'Zither' });
}

function insertInvitation({ app, item, owner }: World) {
  return sql`
    insert into item_invitations (id, item_id, owner_id, purpose, secret_hash, expires_at)
    values ('late', ${item.id}, ${owner.uid}, 'sharing', 'late', now() + interval '1 day')`.execute(app.services.db);
}

function insertHandedOver({ app, item, owner }: World) {
  return sql`
    insert into item_handovers (id, item_id, owner_id, item_name, secret_hash)
    values ('late', ${item.id}, ${owner.uid}, 'Late', 'late')`.execute(app.services.db);
}

async function archiveNewConversation({ app, item }: World) {
  await makeConversation(app, item, 'A new one');
  await sql`
    update conversations set archived_at = now()
    where last_message_id = (select max(id) from web_messages)`.execute(app.services.db);
}

const addTwoMessages: List['insert'] = ({ app, id }) => addMessages(app, id, 100, 101);

const writeTo =
  (text: string): List['insert'] =>
  ({ app, item }) =>
    makeConversation(app, item, text);

const lists: [what: string, List][] = [
  [
    'archived items',
    list(
      'listItems',
      'items',
      () => ({ archived: true }),
      (world) => archiveNew(world.owner),
    ),
  ],
  [
    'scans of a tag',
    list(
      'listScans',
      'scans',
      ({ item }) => ({ itemId: item.id }),
      ({ app, item }) => insertScans(app, item.id, 1),
    ),
  ],
  [
    'tags of an item',
    list(
      'listItemTags',
      'tags',
      ({ item }) => ({ itemId: item.id }),
      ({ app, item }) => insertTags(app, item.id, 1),
      { rows: ({ tags = [] }) => (tags as { code: string }[]).map(({ code }) => code) },
    ),
  ],
  ['items', list('listItems', 'items', nothing, (world) => makeItem(world.owner))],
  [
    'items that are searched for',
    list(
      'listItems',
      'items',
      () => ({ search: 'umbrella' }),
      (world) => makeItem(world.owner, { name: 'A new umbrella' }),
    ),
  ],
  [
    'unassigned tags',
    list(
      'listUnassignedTags',
      'tags',
      nothing,
      (world) => world.owner.call('makeUnassignedTags', { count: 1, key: crypto.randomUUID() }),
      { rows: ({ tags = [] }) => (tags as { code: string }[]).map(({ code }) => code) },
    ),
  ],
  [
    'people with whom an item is shared',
    list(
      'listItemMembers',
      'members',
      theItem,
      ({ app, item }) =>
        sql`insert into item_members (item_id, uid) values (${item.id}, 'late')`.execute(app.services.db),
      { rows: ({ members = [] }) => (members as { uid: string }[]).map(({ uid }) => uid) },
    ),
  ],
  ['invitations', list('listInvitations', 'invitations', theItem, insertInvitation)],
  [
    'items that others share',
    list('listSharedItems', 'items', nothing, async ({ app, owner }) => shareItem(await makeOwner(app, 'Bob'), owner)),
  ],
  ['items that were handed over', list('listHandedOver', 'items', nothing, insertHandedOver)],
  [
    'states of an item',
    list('listItemStates', 'states', theItem, ({ owner, item }) => owner.call('markItemStolen', { id: item.id })),
  ],
  [
    'label templates',
    // Before all others, by name.
    list('listLabelTemplates', 'templates', nothing, (world) =>
      makeLabelTemplate(world.owner, { name: 'A new sheet' }),
    ),
  ],
  ['conversations', list('listConversations', 'conversations', nothing, writeTo('A new one'))],
  [
    'conversations that are searched for',
    list('listConversations', 'conversations', () => ({ search: 'about' }), writeTo('About a new one')),
  ],
  [
    'archived conversations',
    list('listConversations', 'conversations', () => ({ show: 'archived' }), archiveNewConversation),
  ],
  [
    'messages as the owner reads them',
    list('readConversation', 'messages', ({ id }) => ({ id }), addTwoMessages, { rows: messages }),
  ],
  [
    'messages as the finder reads them',
    list('readFinderConversation', 'messages', ({ secret }) => ({ secret }), addTwoMessages, {
      rows: messages,
      caller: ({ app }) => app.visitor(),
    }),
  ],
  [
    'products',
    list('listProducts', 'products', nothing, ({ app }) => insertProducts(app, 0, 0), { caller: administrator }),
  ],
  [
    'what administrators did',
    list(
      'listAuditEntries',
      'rows',
      () => ({ search: 'late' }),
      ({ app }) => insertActions(app, 100, 100, 'now()'),
      { caller: administrator },
    ),
  ],
  ...(
    [
      ['accounts', 'listPeople', {}, 'rows'],
      ['items of all owners', 'lookUpItems', {}, 'rows'],
      ['items of all owners by their name', 'lookUpItems', { sort: 'name' }, 'rows'],
      ['reports by the item', 'listReports', { state: 'all', sort: 'item' }, 'rows'],
      ['open reports', 'listReports', {}, 'rows'],
      ['reports of tags', 'listTagReports', { state: 'all', sort: 'code' }, 'rows'],
      ['open reports of tags', 'listTagReports', {}, 'rows'],
      ['contact requests by address', 'listContactRequests', { state: 'all', sort: 'email' }, 'rows'],
      ['open contact requests', 'listContactRequests', {}, 'rows'],
      ['held messages', 'listHeldMessages', {}, 'rows'],
      ['mails that were not sent', 'listFailedMails', {}, 'mails'],
      ['reviews that wait', 'listReviews', {}, 'reviews'],
      ['reviews by their stars', 'listReviews', { sort: 'stars' }, 'reviews'],
      ['products by their name', 'listProducts', { sort: 'name' }, 'products'],
      ['products by their stock', 'listProducts', { sort: 'stock' }, 'products'],
      ['orders', 'listOrders', {}, 'orders'],
      ['orders of a state by their total', 'listOrders', { state: 'placed', sort: 'total' }, 'orders'],
    ] as const
  ).map(([what, name, data, field]): [string, List] => [what, forAdministrators(name, data, field)]),
  [
    'sessions',
    list('listSessions', 'sessions', nothing, (world) => signIn(world.app.visitor(), world.owner.email), {
      rows: ({ sessions = [] }) => (sessions as unknown[]).map((row) => JSON.stringify(row)),
    }),
  ],
];

test.each(lists)('pages of %s meet exactly, whatever their size, and the last one says that it is', async (_, list) => {
  const world = await sharedWorld();
  const all = await readPage(list, world, { limit: 200 });
  expect([new Set(all.rows).size, all.next]).toEqual([all.rows.length, undefined]);
  expect(all.rows.length).toBeGreaterThanOrEqual(22);
  for (const limit of [1, 7, all.rows.length - 1, all.rows.length]) {
    const pages = await readPages(list, world, { limit });
    expect(
      pages.flatMap(({ rows }) => rows),
      `${limit} at a time`,
    ).toEqual(all.rows);
    expect(pages).toHaveLength(Math.ceil(all.rows.length / limit));
  }
});

test('what is added while somebody pages through a list neither repeats nor hides anything', async () => {
  const world = await makeWorld(await startApp());
  const begun = await Promise.all(
    lists.map(async ([what, list]) => {
      const before = await readPage(list, world, { limit: 200 });
      return { what, list, before, first: await readPage(list, world, { limit: 7 }) };
    }),
  );
  for (const insert of new Set(lists.map(([, list]) => list.insert))) await insert(world);
  for (const { what, list, before, first } of begun) {
    const rest = await readPages(list, world, { limit: 7, after: first.next });
    const seen = [...first.rows, ...rest.flatMap(({ rows }) => rows)];
    // What is new may stand further on.
    expect(
      seen.filter((row) => before.rows.includes(row)),
      what,
    ).toEqual(before.rows);
    const now = await readPage(list, world, { limit: 200 });
    expect(now.rows.length, what).toBeGreaterThan(before.rows.length);
  }
});

test.each(lists)('a cursor of %s that is mangled or of another list is refused in words', async (_, list) => {
  const world = await sharedWorld();
  const { next = '' } = await readPage(list, world, { limit: 7 });
  const middle = Math.floor(next.length / 2);
  const flipped = next.slice(0, middle) + (next[middle] === 'A' ? 'B' : 'A') + next.slice(middle + 1);
  const ofOthers = await Promise.all(othersOf(list).map(([, other]) => readPage(other, world, { limit: 7 })));
  const bad = ['', 'x', flipped, next.slice(0, -1), `${next}A`, `${next}=`, ...ofOthers.map((page) => page.next)];
  for (const after of bad) expect(await refusal(list, world, after), after).toEqual(noSuchCursor);
  expect(await refusal(list, world, 'x'.repeat(1001))).toMatchObject({
    status: 400,
    message: 'This is no cursor of ours.',
  });
});

/** Not one account's: whoever may read it may read it from anywhere. */
const isNobodys = ([what, list]: [string, List]) =>
  what === 'messages as the finder reads them' || list.caller === administrator;

test('somebody else’s cursor of a list opens nothing', async () => {
  const world = await sharedWorld();
  const other = await makeOwner(world.app, 'Eve');
  const item = await makeItem(other);
  const { path } = await makeConversation(world.app, item);
  const [{ id = '' } = {}] = (await other.call('listConversations', {})).conversations;
  const others = { ...world, owner: other, item, path, id };
  for (const [what, list] of lists.filter((each) => !isNobodys(each))) {
    const { next } = await readPage(list, world, { limit: 7 });
    expect(await refusal(list, others, next), what).toEqual(noSuchCursor);
  }
});

test('a page is neither empty nor longer than 200', async () => {
  const { owner: person } = await sharedWorld();
  for (const limit of [0, -1, 1.5, 201, '7', null]) {
    expect((await person.tryCall('listItems', { limit })).status, String(limit)).toBe(400);
  }
});

test('a cursor tells nothing of what it is made of', async () => {
  const world = await sharedWorld();
  for (const [, list] of lists) {
    const { next = '' } = await readPage(list, world, { limit: 7 });
    const bytes = Buffer.from(next, 'base64url').toString('latin1');
    expect(bytes).not.toMatch(/\d{4}|true|false/);
  }
});

test('items are found by the words of name and note, in any case and order, and by the beginning of the code', async () => {
  const { owner: person, item } = await makeWorld(await startApp());
  await makeItem(person, { name: 'ÉTUI bleu', note: 'With 100% of _my_ pens' });
  const find = async (search: string) => (await person.call('listItems', { search })).items.map(({ name }) => name);
  expect(await find('PASSPORT backpack')).toEqual(['Blue backpack']);
  expect(await find('étui 100% _MY_')).toEqual(['ÉTUI bleu']);
  expect(await find('umbrella passport')).toEqual([]);
  expect(await find(`${item.id.slice(0, 4)}-${item.id.slice(4, 8).toUpperCase()}`)).toEqual(['Blue backpack']);
  expect(await find('umbrella 22')).toEqual(['Umbrella 22']);
  expect(await find('  ')).toHaveLength(24);
  expect(await find('%')).toEqual(['ÉTUI bleu']);
  expect((await person.tryCall('listItems', { search: 'x'.repeat(101) })).error?.message).toBe(
    'Search for fewer words.',
  );
});

test('of a conversation one can ask for what came after a message, and is told when there is more between', async () => {
  const { app, owner: person, id } = await makeWorld(await startApp());
  const known = await person.call('readConversation', { id });
  const since = known.messages.at(-1)?.id ?? '';
  expect(await person.call('readConversation', { id, since })).toMatchObject({ messages: [], unread: 23 });
  await addMessages(app, id, 31, 33);
  await person.call('blockConversation', { id });
  const news = await person.call('readConversation', { id, since });
  expect(news.messages.map(({ text }) => text)).toEqual(['Message 31', 'Message 32', 'Message 33']);
  expect([news.blocked, news.unread, news.next]).toEqual([true, 26, undefined]);

  const some = await person.call('readConversation', { id, since, limit: 2 });
  expect(some.messages.map(({ text }) => text)).toEqual(['Message 32', 'Message 33']);
  const between = await person.call('readConversation', { id, since, limit: 2, after: some.next });
  expect(between.messages.map(({ text }) => text)).toEqual(['Message 31']);
  for (const bad of ['x', since.slice(0, -1), `${since}A`]) {
    expect((await person.tryCall('readConversation', { id, since: bad })).error?.message).toBe(
      'This is no id of a message.',
    );
  }
});

test('the owner is told up to which message the finder has read', async () => {
  const { owner: person, app, id, path } = await makeWorld(await startApp());
  const seen = async () => (await person.call('readConversation', { id })).seenUpTo;
  expect(await seen()).toBeNull();
  const reply = await person.call('replyToFinder', { conversationId: id, key: 'the-reply', text: 'Thank you' });
  expect(await seen()).toBeNull();
  await app.visitor().post(`${path}/read`, { upTo: reply.id });
  expect(await seen()).toBe(reply.id);
});

const noSuchCursor = { status: 400, message: 'This cursor is not one of this list. Begin again without it.' };

async function refusal(list: List, world: World, after: string | undefined) {
  const { status, error } = await list.caller(world).tryCall(list.name, { ...list.data(world), after });
  return { status, message: error?.message };
}

async function readPages(list: List, world: World, { limit, after }: { limit: number; after?: string | undefined }) {
  const pages: Page[] = [];
  for (let cursor = after, first = true; first || cursor; first = false) {
    const page = await readPage(list, world, { limit, after: cursor });
    pages.push(page);
    cursor = page.next;
  }
  return pages;
}

async function readPage(
  list: List,
  world: World,
  request: { limit: number; after?: string | undefined },
): Promise<Page> {
  const result = await list.caller(world).call(list.name, { ...list.data(world), ...request } as never);
  const { next } = result as { next?: string };
  return { rows: list.rows(result as never), next };
}

const always = ['messages as the owner reads them', 'items'];

/** The next in the table, the same list in another order or state, one of messages and one of items. */
function othersOf(list: List): [string, List][] {
  const at = lists.findIndex(([, each]) => each === list);
  return lists.filter(([what, other], n) => {
    if (other === list || (other.rows === messages && list.rows === messages)) return false;
    return n === (at + 1) % lists.length || other.name === list.name || always.includes(what);
  });
}

/** Guests with whom the item is shared, invitations to it, and items of a guest that the owner shares. */
async function addSharing({ services: { db } }: App, { uid }: { uid: string }, itemId: string): Promise<void> {
  await sql`
    with guests as (
      insert into auth_users (id, name, email)
      select guest, 'Guest', guest || '@example.com'
      from (select 'guest' || generate_series(1, 22) union all select 'late') as guests (guest) returning id, email
    )
    insert into users (uid, email, display_name, created_at) select id, email, 'Guest', now() from guests`.execute(db);
  await sql`
    insert into item_members (item_id, uid, since)
    select ${itemId}, 'guest' || n, now() - make_interval(secs => n / 5) from generate_series(1, 22) n`.execute(db);
  await sql`
    insert into item_invitations (id, item_id, owner_id, purpose, secret_hash, expires_at, created_at)
    select 'i' || n, ${itemId}, ${uid}, 'sharing', 'h' || n, now() + interval '1 day',
      now() - make_interval(secs => n / 5) from generate_series(1, 22) n`.execute(db);
  await sql`
    with others as (
      insert into items (id, owner_id, name, category, creation_key)
      select '9' || lpad(n::text, 15, '0'), 'guest1', 'Bike', 'other', 'guest' || n from generate_series(1, 22) n
      returning id
    )
    insert into item_members (item_id, uid, since)
    select id, ${uid}, now() - make_interval(secs => right(id, 2)::int / 5) from others`.execute(db);
}

async function addMessages({ services }: App, conversationId: string, from: number, to: number): Promise<void> {
  await sql`
    insert into web_messages (conversation_id, item_id, owner_id, author, text, read_by_owner, read_by_finder, idempotency_key)
    select id, item_id, owner_id, 'finder', 'Message ' || n, false, true, id || n
    from conversations, generate_series(${from}::int, ${to}::int) n where id = ${conversationId} order by n`.execute(
    services.db,
  );
}
