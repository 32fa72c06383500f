import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { toItemHash } from '../domain/items/contract/item-hash.ts';
import { countClosedDays } from '../domain/today/daily-counts.ts';
import { readToday } from '../domain/today/needs.ts';
import type { App } from '../test/app.ts';
import { readLive } from '../test/live-reader.ts';
import { queuedMails, queueTo } from '../test/mail-queue.ts';
import { makeAdministrator, makeConversation, makeItem, makeOwner, type Person } from '../test/make.ts';
import { countWaiting, rowsRead } from '../test/rows-read.ts';
import { forgetLimits, sharedApp } from '../test/shared-app.ts';
import { makeProduct } from '../test/shop.ts';

let made: Promise<Person> | undefined;

async function start(): Promise<{ app: App; admin: Person }> {
  const app = await sharedApp();
  made ??= makeAdministrator(app);
  return { app, admin: await made };
}

beforeEach(async () => {
  const app = await sharedApp();
  await forgetLimits(app);
  await sql`
    truncate daily_counts, reports, tag_reports, contact_requests, orders, products, outgoing_requests, outgoing_mails,
      scans, conversations, item_states cascade`.execute(app.services.db);
});

const key = () => crypto.randomUUID();

test('without a mail server, whose mails reach nobody, Today says so', async () => {
  const { app, admin } = await start();
  app.services.machine.mailServer = false;
  onTestFinished(() => {
    app.services.machine.mailServer = true;
  });
  expect(await admin.call('readToday', {})).toMatchObject({ noMailServer: true });
});

test('an administrator reads what waits, since when and where, until it is done', async () => {
  const { app, admin } = await start();
  const { db } = app.services;
  expect(await admin.call('readToday', {})).toEqual({ secretReplaced: false, noMailServer: false, needs: [] });

  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  const { finder } = await makeConversation(app, item);
  const [{ id: conversationId = '' } = {}] = (await owner.call('listConversations', {})).conversations;
  await owner.call('reportConversation', { id: conversationId, key: key(), reason: 'scam' });
  await finder.call('reportTag', { hash: toItemHash(item.id), key: key(), reason: 'planted' });
  await app
    .visitor()
    .call('sendContactRequest', { key: key(), topic: 'else', text: 'Hello', email: 'kim@example.com' });
  await sql`update web_messages set held_reason = 'too-many'`.execute(db);
  await makeProduct(app, { stock: 3 });
  await makeProduct(app, { stock: 4 });
  await makeProduct(app, { stock: 20, lowStock: 19 });
  const few = await makeProduct(app, { stock: 20 });
  await admin.call('changeProduct', { id: few.id, lowStock: 20 });
  await insertOrders(app, {
    unpaid: `due_at = now() + interval '3 days'`,
    overdue: `due_at = now() - interval '3 days'`,
    packable: `paid_at = now() - interval '2 days'`,
    packed: 'paid_at = now(), packed_at = now()',
    sent: 'paid_at = now(), packed_at = now(), shipped_at = now()',
    withdrawn: 'paid_at = now(), withdrawn_at = now()',
    over: 'paid_at = now(), withdrawn_at = now(), refunded_at = now(), cancelled_at = now()',
  });
  await sql`
    insert into outgoing_mails (message_id, purpose, to_name, to_address, subject, text, html, failed_at, refused_at, last_error_at)
    select n, 'test', '', 'kim@example.org', '', '', '', now(), case when n = 2 then now() end, now()
    from generate_series(1, 2) n`.execute(db);
  await sql`
    insert into outgoing_requests (id, kind, uid, body, failed_at, last_error_at)
    values ('a', 'webhook', ${owner.uid}, '', now(), now())`.execute(db);

  await sql`
    insert into payment_problems (id, order_id, reason, amount_minor, currency, provider_id, settled_at)
    select n, id, 'disputed', 1, 'EUR', n, case when n = '2' then now() end
    from orders, unnest(array['1', '2']) n where id = 'unpaid'`.execute(db);
  await sql`
    insert into reviews (id, order_id, product_id, stars, text, name, language, refused_at, refusal)
    select orders.id, orders.id, (select min(id) from products), 5, 'Good', 'Kim', 'en',
      case when orders.id = 'sent' then now() end, case when orders.id = 'sent' then 'Rude' end
    from orders where orders.id in ('unpaid', 'sent')`.execute(db);

  const { needs } = await admin.call('readToday', {});
  expect(needs.map(({ name, count, path }) => [name, count, path])).toEqual([
    ['unpaid', 1, '/admin/orders?state=placed'],
    ['overdue', 1, '/admin/orders?state=placed'],
    ['to-pack', 1, '/admin/orders?state=paid'],
    ['to-send', 1, '/admin/orders?state=packed'],
    ['withdrawn', 1, '/admin/orders?state=withdrawn'],
    ['payment-problems', 1, '/admin/orders?state=payment-problem'],
    ['low-stock', 2, '/admin/products?state=low-stock'],
    ['held-messages', 1, '/admin/reports?kind=held-message'],
    ['reports', 1, '/admin/reports?kind=report'],
    ['tag-reports', 1, '/admin/reports?kind=tag-report'],
    ['contact-requests', 1, '/admin/reports?kind=contact-request'],
    ['reviews', 1, '/admin/reviews'],
    ['failed-mails', 1, '/admin/site'],
    ['failed-webhook', 1, '/admin/site'],
  ]);
  await sql`update orders set address = '{"name": "Kim Lee"}' where id = 'unpaid'`.execute(db);
  const { orders } = await admin.call('listOrders', { state: 'payment-problem' });
  expect(orders.map(({ id }) => id)).toEqual(['unpaid']);
  const { products } = await admin.call('listProducts', { state: 'low-stock' });
  expect(products.map(({ stock }) => stock)).toEqual([3, 20]);
  const since = needs.find(({ name }) => name === 'to-pack')?.oldest ?? '';
  expect(Math.round((Date.now() - Date.parse(since)) / 86_400_000)).toBe(2);

  const told = {
    report: (await admin.call('listReports', {})).rows,
    'tag-report': (await admin.call('listTagReports', {})).rows,
    'contact-request': (await admin.call('listContactRequests', {})).rows,
  };
  for (const [kind, [{ id = '' } = {}]] of Object.entries(told)) {
    const settled = { kind: kind as keyof typeof told, id };
    for (const _ of ['once', 'again']) expect(await admin.call('settle', settled)).toEqual({});
  }
  await sql`update orders set cancelled_at = now()`.execute(db);
  await sql`update products set stock = low_stock + 1`.execute(db);
  await sql`update payment_problems set settled_at = now()`.execute(db);
  await sql`update reviews set published_at = now() where refused_at is null`.execute(db);
  await sql`update outgoing_mails set sent_at = now()`.execute(db);
  await owner.call('markConversationRead', { id: conversationId, upTo: await newestOf(owner, conversationId) });
  await sql`
    insert into outgoing_requests (id, kind, uid, body, sent_at)
    values ('b', 'webhook', ${owner.uid}, '', now() + interval '1 second')`.execute(db);
  expect(await admin.call('readToday', {})).toEqual({ secretReplaced: false, noMailServer: false, needs: [] });
  expect((await admin.call('listContactRequests', { state: 'all' })).rows, 'it is kept').toHaveLength(1);
  expect((await admin.call('listContactRequests', {})).rows).toEqual([]);
  const acts = await db.selectFrom('auditEntries').selectAll().where('act', '=', 'settle').execute();
  expect(acts.map(({ subjectKind }) => subjectKind).sort()).toEqual(['contact-request', 'report', 'tag-report']);
  expect(acts.every(({ changes }) => String(changes.state) === 'open,done')).toBe(true);
});

test('nothing is counted beyond 100, and to count reads no more than what waits, however much is over', async () => {
  const { app, admin } = await start();
  const tables = ['orders', 'outgoing_mails', 'contact_requests'];
  await insertOrders(app, {}, 5_000);
  await sql`
    insert into outgoing_mails (message_id, purpose, to_name, to_address, subject, text, html, sent_at, failed_at, refused_at, last_error_at)
    select n, '', '', '', '', '', '', case when n <= 3000 then now() end, now(), case when n > 3000 then now() end, now()
    from generate_series(1, 5000) n`.execute(app.services.db);
  await sql`
    insert into contact_requests (id, name, email, topic, text, language, creation_key, settled_at)
    select n, '', '', 'else', '', 'en', n, case when n > 101 then now() end from generate_series(1, 5000) n`.execute(
    app.services.db,
  );
  const { needs } = await admin.call('readToday', {});
  expect(needs).toMatchObject([{ name: 'contact-requests', count: 100, more: true }]);
  await app.services.db.transaction().execute(async (trx) => {
    for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(trx);
    const read = async () => Promise.all(tables.map((table) => rowsRead(trx, table)));
    const before = await read();
    await readToday({ ...app.services, db: trx });
    const after = await read();
    expect(after.map((count, n) => count - (before[n] ?? 0)).every((count) => count <= 101)).toBe(true);
  });
});

test('each day is counted once, also days that were missed; what is deleted afterwards still counts, and today counts at once', async () => {
  const { app, admin } = await start();
  const { db } = app.services;
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  const now = new Date();
  const at = (days: number, hours = 0) =>
    sql`(${now}::timestamptz - make_interval(days => ${days}, hours => ${hours}))`;
  for (const days of [0, 2, 2, 5, 40]) {
    await sql`
      insert into scans (tag_code, item_id, owner_id, kind, scanned_at)
      select ${item.id}, ${item.id}, ${owner.uid}, kind, ${at(days)} from unnest(array['opened', 'own', 'robot']) kind`.execute(
      db,
    );
    await sql`
      insert into conversations (id, item_id, owner_id, created_at)
      values (${key()}, ${item.id}, ${owner.uid}, ${at(days)})`.execute(db);
  }
  // Lost for 3 hours, for little more than 1, and for 39; once it was not said that it was lost.
  const states = [
    ['lost', at(5, 3)],
    ['returned', at(5)],
    ['lost', at(4, 1)],
    ['stolen', at(4)],
    ['returned', sql`${at(4)} + interval '1 second'`],
    ['lost', at(2, 39)],
    ['returned', at(2)],
    ['returned', sql`${at(2)} + interval '1 second'`],
  ] as const;
  for (const [state, time] of states)
    await sql`
      insert into item_states (item_id, owner_id, state, created_at)
      values (${item.id}, ${owner.uid}, ${state}, ${time})`.execute(db);
  const read = async (days: 7 | 30 | 365) => {
    const { days: rows, medianHours } = await admin.call('readStatistics', { days });
    const sumOf = (name: 'scans' | 'conversations' | 'returns') => rows.reduce((sum, row) => sum + row.counts[name], 0);
    return [rows.length, sumOf('scans'), sumOf('conversations'), sumOf('returns'), medianHours];
  };
  const expected = [
    [7, 4, 4, 4, 3],
    [30, 4, 4, 4, 3],
    [365, 5, 5, 4, 3],
  ];
  const readAll = async () => [await read(7), await read(30), await read(365)];
  expect(await readAll(), 'before the first count').toEqual(expected);
  await countClosedDays(app.services);
  await countClosedDays(app.services);
  expect(await readAll()).toEqual(expected);

  await sql`delete from daily_counts where day > (now() at time zone 'utc')::date - 4`.execute(db);
  await countClosedDays(app.services);
  await sql`delete from items where id = ${item.id}`.execute(db);
  const [last] = (await admin.call('readStatistics', { days: 7 })).days.slice(-1);
  expect(last?.day).toBe(new Date().toISOString().slice(0, 10));
  expect(last?.counts.scans, 'today is over later').toBe(0);
  expect(await read(365)).toEqual([365, 4, 4, 4, 3]);
  expect((await admin.tryCall('readStatistics', { days: 8 })).error?.message).toBe('Choose 7, 30 or 365 days.');
});

test('a day that is counted while statistics are read comes once', async () => {
  const { app, admin } = await start();
  const { db } = app.services;
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  await sql`
    insert into scans (tag_code, item_id, owner_id, kind, scanned_at)
    values (${item.id}, ${item.id}, ${owner.uid}, 'opened', now() - interval '2 days')`.execute(db);
  await countClosedDays(app.services);
  const counted = await sql<{ day: string; name: string; hours: number; count: number }>`
    delete from daily_counts where day >= (now() at time zone 'utc')::date - 2 returning *`.execute(db);
  const reading = await db.transaction().execute(async (trx) => {
    await sql`lock table scans in access exclusive mode`.execute(trx);
    const read = admin.call('readStatistics', { days: 7 });
    await expect.poll(() => countWaiting(app)).toBe(1);
    for (const { day, name, hours, count } of counted.rows)
      await sql`insert into daily_counts (day, name, hours, count) values (${day}, ${name}, ${hours}, ${count})`.execute(
        trx,
      );
    return { read };
  });
  expect((await reading.read).days.reduce((sum, { counts }) => sum + counts.scans, 0)).toBe(1);
});

test('mails that were tried in vain are listed without addresses, and tried again one by one or all at once', async () => {
  const { app, admin } = await start();
  app.mailbox.treats.set('eve@example.com', '451 <eve@example.com>: Try later');
  app.mailbox.treats.set('bob@example.com', '451 <bob@example.com>: Try later');
  await queueTo(app, 'eve@example.com', 'To Eve');
  await queueTo(app, 'bob@example.com', 'To Bob');
  const listed = async () => (await admin.call('listFailedMails', {})).mails;
  await expect.poll(listed, { timeout: 20_000 }).toHaveLength(2);
  const mails = await listed();
  expect(mails[0]).toMatchObject({ purpose: 'test', domain: 'example.com', attempts: 1, refused: false });
  expect(mails[0]?.error).toMatch(/451 <…>: Try later$/);
  expect(JSON.stringify(mails)).not.toMatch(/eve|bob/i);

  await sql`update outgoing_mails set failed_at = now()`.execute(app.services.db);
  app.mailbox.treats.clear();
  const [bob] = mails;
  expect(await admin.call('retryMail', { id: bob?.id ?? '' })).toEqual({});
  await app.mailbox.find('bob@example.com', 'To Bob');
  await expect.poll(listed, { timeout: 20_000 }).toHaveLength(1);
  expect((await admin.tryCall('retryMail', { id: bob?.id ?? '' })).status).toBe(404);
  expect((await admin.call('listAuditEntries', { search: 'retryMail' })).rows).toMatchObject([
    { subjectId: bob?.id, changes: { state: ['failed', 'waiting'] } },
  ]);
  expect(await admin.call('retryAllMails', {})).toEqual({ count: 1 });
  await app.mailbox.find('eve@example.com', 'To Eve');
  await expect.poll(listed, { timeout: 20_000 }).toEqual([]);
  expect(await admin.call('retryAllMails', {})).toEqual({ count: 0 });
  expect((await queuedMails(app)).every(({ sentAt }) => sentAt)).toBe(true);
});

test('an administrator gets the test mail that they ask for, five in an hour, and reads how the site is set up', async () => {
  const { app, admin } = await start();
  for (let n = 0; n < 5; n++) await admin.call('sendTestMail', {});
  await app.mailbox.find(admin.email, 'a test');
  expect((await admin.tryCall('sendTestMail', {})).error?.message).toContain('That was enough test emails for now.');
  const state = await admin.call('readSiteState', {});
  expect(state).toMatchObject({
    host: 'localhost',
    exempt: true,
    exemptHosts: [],
    webhook: false,
    filesInBucket: false,
    mailServer: true,
  });
  const limit = { name: 'contact-request', points: 20, seconds: 86_400 };
  expect(state.limits).toContainEqual({ ...limit, words: 'Contact requests from one network' });
  admin.language = 'de';
  const { limits } = await admin.call('readSiteState', {});
  expect(limits).toContainEqual({ ...limit, words: 'Kontaktanfragen aus einem Netz' });
});

test('the live stream tells administrators that something may wait, and nobody else', async () => {
  const { app, admin } = await start();
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  const [ofAdmin, ofOwner] = [await readLive(admin, '/live'), await readLive(owner, '/live')];
  await ofOwner.next('unread');
  await app
    .visitor()
    .call('sendContactRequest', { key: key(), topic: 'else', text: 'Hello', email: 'kim@example.com' });
  expect(await ofAdmin.next('needs')).toEqual({});
  await makeConversation(app, item);
  // All events before are dropped when one is found, so what comes first is asked for first.
  expect(await Promise.race([ofOwner.next('needs'), ofOwner.next('conversation')])).toHaveProperty('id');
  for (const stream of [ofAdmin, ofOwner]) stream.close();
});

/** An order for each of the sets; and as many that are delivered. */
async function insertOrders({ services: { db } }: App, sets: Record<string, string>, delivered = 0): Promise<void> {
  const insert = (ids: ReturnType<typeof sql>) => sql`
    insert into orders (id, creation_key, email, language, address, currency, items_minor, delivery_minor, total_minor,
      tax_scheme, tax_rate, tax_minor, delivery_days, due_at, paid_at, packed_at, shipped_at)
    select id, id, 'kim@example.org', 'en', '{}', 'EUR', 1, 0, 1, 'destination', 0, 0, '[1, 2]', now(), stamp, stamp, stamp
    from (${ids}) as ids`;
  await insert(sql`select n::text as id, now() as stamp from generate_series(1, ${delivered}::int) n`).execute(db);
  for (const [id, set] of Object.entries(sets)) {
    await insert(sql`select ${id}::text as id, null::timestamptz as stamp`).execute(db);
    await sql`update orders set ${sql.raw(set)} where id = ${id}`.execute(db);
  }
}

async function newestOf(owner: Person, id: string): Promise<string> {
  return (await owner.call('readConversation', { id })).messages.at(-1)?.id ?? '';
}
