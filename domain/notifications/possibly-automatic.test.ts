import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type App, startApp } from '../../test/app.ts';
import { queuedMails } from '../../test/mail-queue.ts';
import { makeConversation, makeFinder, makeItem, makeOwner, type Person, shareItem } from '../../test/make.ts';
import { newSubscription, openOutsideServer } from '../../test/push-service.ts';
import { recordStatements } from '../../test/statements.ts';
import { withConversation, withItem, withOwner } from '../../test/worlds.ts';
import { runDueJobs } from '../schedule.ts';
import { sendPendingNotifications } from './notify-readers.ts';

const patiently = { timeout: 20_000 };
const program = { text: 'Secret words', website: 'filled in by a program' };

test('what a program may have sent is told at once to owner and members, on every channel, marked and without its words', async () => {
  const outside = await openOutsideServer();
  const webhook = { url: `${outside.url}/sms`, secret: `whsec_${Buffer.alloc(32).toString('base64')}` };
  const app = await startApp({ webhook, outgoing: outside.outgoing });
  const [owner, member] = [await makeOwner(app), await makeOwner(app, 'Bob')];
  const item = await shareItem(owner, member, await makeItem(owner));
  const [phone, tablet] = [newSubscription(outside.url), newSubscription(outside.url)];
  await owner.call('addPushDevice', phone);
  await owner.call('setNotificationSettings', { pushQuotes: true });
  await member.call('addPushDevice', tablet);
  await app.visitor().post(`/item/${item.hash}`, program);

  await expect.poll(() => outside.received.length, patiently).toBe(4);
  for (const { endpoint, decrypt } of [phone, tablet]) {
    const request = outside.received.find(({ path }) => endpoint.endsWith(path));
    const payload = JSON.parse(decrypt(request?.body ?? Buffer.alloc(0)));
    expect(payload.body).toBe('Possibly automatic: Somebody wrote to you about “Blue backpack”');
    expect(payload).not.toHaveProperty('quote');
  }
  const heard = outside.received.filter(({ path }) => path === '/sms').map(({ body }) => JSON.parse(body.toString()));
  expect(heard.map(({ data }) => [data.account.email, data.possiblyAutomatic]).sort()).toEqual(
    [
      [owner.email, true],
      [member.email, true],
    ].sort(),
  );
  for (const { email } of [owner, member]) {
    const mail = await app.mailbox.find(email, 'Possibly automatic: Somebody wrote to you about “Blue backpack”');
    expect(mail.text).toContain('1 about “Blue backpack”');
    expect(mail.text).not.toContain('Secret words');
    expect(mail.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click');
  }
});

test('it is one notification at once, one an hour and five a day on all channels, and takes nothing from what people wrote', async () => {
  const outside = await openOutsideServer();
  const { app, owner, item } = await withItem(startApp({ outgoing: outside.outgoing }));
  const { hash } = item;
  await owner.call('addPushDevice', newSubscription(outside.url));
  const send = () => app.visitor().post(`/item/${hash}`, program);
  await send();
  await send();
  expect(await told(app, owner)).toEqual({ marked: 1, others: 0, pushes: 1 });
  for (let n = 0; n < 10; n++)
    await (await makeFinder(app, { hash } as never)).post(`/item/${hash}`, { answer: 'have' });
  expect(await told(app, owner), 'the first of a person is told at once').toMatchObject({ marked: 1, others: 1 });
  await pass(app, 59);
  expect(await told(app, owner)).toMatchObject({ marked: 1, others: 2 });
  await pass(app, 2);
  expect(await told(app, owner)).toMatchObject({ marked: 2, others: 2 });
  for (let hour = 0; hour < 22; hour++) {
    await send();
    await pass(app, 60);
  }
  const { marked, pushes } = await told(app, owner);
  expect([marked, pushes]).toEqual([5, 7]);
  await pass(app, 120);
  expect((await told(app, owner)).marked, 'the day after').toBe(6);
});

test.each([
  { name: 'a day of', quiet: false, rounds: 32, mails: 10, marked: 5 },
  { name: 'quiet hours with', quiet: true, rounds: 24, mails: 10, marked: 1 },
])('$name a flood about a lost item: $mails mails at most, and $marked that are marked', async (expected) => {
  const { app, owner, item } = await withItem(startApp());
  await owner.call('markItemLost', { id: item.id });
  if (expected.quiet) await beQuietFor(app, owner, 22);
  for (let round = 0; round < expected.rounds; round++) {
    await app.visitor().post(`/item/${item.hash}`, program);
    const robot = app.visitor();
    for (let n = 0; n < 3; n++) await robot.post(`/item/${item.hash}`, { text: `Spam ${n}`, key: crypto.randomUUID() });
    const quick = app.visitor();
    await quick.get(`/item/${item.hash}`);
    await quick.post(`/item/${item.hash}`, { answer: 'have' });
    await pass(app, 44);
  }
  const { marked, others } = await told(app, owner);
  expect([others, marked]).toEqual([expected.mails, expected.marked]);
});

test('without a form cookie two messages of a network about an item are told as of any other, and further ones marked', async () => {
  const { app, owner } = await withOwner(startApp());
  const [backpack, keys] = [await makeItem(owner), await makeItem(owner, { name: 'Keys' })];
  const school = app.visitor();
  const send = async (hash: string) => {
    await school.post(`/item/${hash}`, { text: 'In room 12', key: crypto.randomUUID() });
    await pass(app, 11);
  };
  await send(backpack.hash);
  await send(backpack.hash);
  expect(await told(app, owner)).toMatchObject({ marked: 0, others: 2 });
  await send(backpack.hash);
  expect(await told(app, owner)).toMatchObject({ marked: 1, others: 2 });
  await send(keys.hash);
  expect(await told(app, owner), 'about another item').toMatchObject({ marked: 1, others: 3 });
});

test('nobody is told of held messages who read them, blocked their sender, muted them or wants no mails, nor of what its finder deleted', async () => {
  const app = await startApp();
  const flooded = async () => {
    const owner = await makeOwner(app);
    const { hash } = await makeItem(owner);
    await app.visitor().post(`/item/${hash}`, program);
    const sent = await app.visitor().post(`/item/${hash}`, program);
    const [waiting] = (await owner.call('listConversations', {})).conversations;
    return {
      owner,
      path: sent.headers.get('location') ?? '',
      id: waiting?.id ?? '',
      last: waiting?.lastMessage.id ?? '',
    };
  };
  const people = await Promise.all(Array.from({ length: 6 }, flooded));
  const [reads, blocks, mutes, wantsNone, deleted, other] = people as [Told, Told, Told, Told, Told, Told];
  await reads.owner.call('markConversationRead', { id: reads.id, upTo: reads.last });
  await blocks.owner.call('blockConversation', { id: blocks.id });
  await mutes.owner.call('muteConversation', { id: mutes.id });
  await wantsNone.owner.call('setNotificationSettings', { messageMails: false });
  await app.visitor().call('deleteFinderWords', { secret: deleted.path.split('/').at(-1) ?? '' });
  await pass(app, 61);
  const marked = await Promise.all(people.map(async ({ owner }) => (await told(app, owner)).marked));
  expect(marked).toEqual([1, 1, 1, 1, 1, 2]);
  expect(other.id).not.toBe('');
  expect(await app.services.db.selectFrom('pendingNotifications').selectAll().execute()).toEqual([]);
});

test('a mail about held messages names ten items at most, and says that it names only some of them', async () => {
  const app = await startApp();
  for (const count of [10, 11]) {
    const owner = await makeOwner(app);
    await app.visitor().post(`/item/${(await makeItem(owner)).hash}`, program);
    for (let n = 0; n < count; n++) {
      const { hash } = await makeItem(owner, { name: `Bag ${n}` });
      await app.visitor().post(`/item/${hash}`, program);
    }
    await pass(app, 61);
    const mail = await app.mailbox.find(owner.email, `Possibly automatic: ${count} new messages about your items`);
    expect(mail.text?.match(/about “Bag \d+”/g)).toHaveLength(10);
    expect(mail.text?.includes(' …'), `${count}`).toBe(count > 10);
  }
});

test('what is due takes as many statements for thirty conversations as for three, and stops when the process does', async () => {
  const recorded = recordStatements();
  const app = await startApp();
  const statementsFor = async (count: number) => {
    const owner = await makeOwner(app);
    const items = await Promise.all(Array.from({ length: count }, () => makeItem(owner)));
    for (const { hash } of items)
      await app.visitor().call('reportFound', { hash, key: crypto.randomUUID(), text: 'Found' });
    await sql`update outgoing_mails set created_at = created_at - interval '11 minutes'`.execute(app.services.db);
    await sql`update pending_notifications set due_at = now()`.execute(app.services.db);
    return (await recorded.during(() => sendPendingNotifications(app.services))).filter((text) =>
      /pending_notifications|web_messages|conversations/.test(text),
    );
  };
  expect((await statementsFor(30)).length).toBe((await statementsFor(3)).length);

  for (const _ of ['one', 'two']) {
    const { hash } = await makeItem(await makeOwner(app));
    for (let n = 0; n < 2; n++)
      await app.visitor().call('reportFound', { hash, key: crypto.randomUUID(), text: 'Found' });
  }
  await sql`update pending_notifications set due_at = now()`.execute(app.services.db);
  let asked = 0;
  await runDueJobs(app.services, () => ++asked > 2);
  expect(await app.services.db.selectFrom('pendingNotifications').selectAll().execute()).toHaveLength(2);
});

test('while 5,000 conversations are due finders write to their owner, and one notification tells of all', async () => {
  const { app, owner, item } = await withConversation(startApp());
  await makeConversation(app, item);
  const { db } = app.services;
  const copies = sql`
    with template as (select c, m from conversations c join web_messages m on m.conversation_id = c.id limit 1),
    copies as (select c, m, n, gen_random_uuid() as id from template, generate_series(1, 5000) n),
    made as (
      insert into conversations select (jsonb_populate_record(c, jsonb_build_object('id', id, 'secret_hash', id))).* from copies
    ),
    said as (
      insert into web_messages overriding system value
      select (jsonb_populate_record(m, jsonb_build_object('id', 100000 + n, 'conversation_id', id, 'idempotency_key', id))).* from copies
    )
    insert into pending_notifications (uid, budget, message_id, due_at) select ${owner.uid}, 'mail', 100000 + n, now() from copies`;
  await db.transaction().execute(async (trx) => {
    // A request of the product may not take as long as this on a busy machine.
    await sql`set local statement_timeout = 0`.execute(trx);
    await copies.execute(trx);
  });
  await sql`update outgoing_mails set created_at = created_at - interval '11 minutes'`.execute(db);
  const finders = await Promise.all(Array.from({ length: 12 }, () => makeFinder(app, item)));
  const answering = finders.map((finder) => finder.post(`/item/${item.hash}`, { answer: 'have' }));
  const [answers] = await Promise.all([Promise.all(answering), sendPendingNotifications(app.services)]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303));
  expect(
    await db.selectFrom('pendingNotifications').select('messageId').where('messageId', '>=', '100000').execute(),
  ).toEqual([]);
  expect((await queuedMails(app)).map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/^5,0\d\d new messages/),
  );
});

type Told = { owner: Person; path: string; id: string; last: string };

/** The messages that tell the owner of others, and the notifications, by what they are about. */
async function told(app: App, { uid }: Person) {
  const mails = (await queuedMails(app)).filter((mail) => mail.uid === uid);
  const pushes = await app.services.db
    .selectFrom('outgoingRequests')
    .select('id')
    .where('uid', '=', uid)
    .where('kind', '=', 'push')
    .execute();
  return {
    marked: mails.filter(({ purpose }) => purpose === 'held-messages').length,
    others: mails.filter(({ purpose }) => purpose.startsWith('new-message')).length,
    pushes: pushes.length,
  };
}

/** As if the minutes had passed. */
async function pass({ services }: App, minutes: number): Promise<void> {
  const { db } = services;
  const ago = sql`make_interval(mins => ${minutes})`;
  await sql`update outgoing_mails set created_at = created_at - ${ago}`.execute(db);
  await sql`update outgoing_requests set created_at = created_at - ${ago}`.execute(db);
  await sql`update pending_notifications set due_at = due_at - ${ago}`.execute(db);
  const earlier = (column: string) => sql`(${sql.ref(column)} + 1440 - ${minutes}::int) % 1440`;
  await sql`update users set quiet_from = ${earlier('quiet_from')}, quiet_until = ${earlier('quiet_until')}`.execute(
    db,
  );
  await sendPendingNotifications(services);
}

/** Since an hour, so many hours long. */
async function beQuietFor({ services: { db } }: App, owner: Person, hours: number): Promise<void> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db);
  const at = (after: number) => new Date((rows[0]?.now.getTime() ?? 0) + after * 3_600_000).toISOString().slice(11, 16);
  const quietHours = { from: at(-1), until: at(hours - 1), timeZone: 'UTC', alsoLost: false };
  await owner.call('setNotificationSettings', { quietHours });
}
