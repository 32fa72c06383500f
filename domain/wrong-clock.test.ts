import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type App, startApp } from '../test/app.ts';
import { databaseWithAClock, setClock } from '../test/clocks.ts';
import { pauseOver, queuedMails, queueTo } from '../test/mail-queue.ts';
import { makeAdministrator, makeConversation, makeItem, makeOwner, newEmail, signIn } from '../test/make.ts';
import { openOutsideServer } from '../test/push-service.ts';
import { runDueJobs } from './schedule.ts';

const longAgo = '1970-01-02T03:04:05Z';
const patiently = { timeout: 20_000 };

const startAppWithAClock = async () => startApp({ database: await databaseWithAClock() });
const key = () => crypto.randomUUID();
/** The first look after a clock is set, and a later one. */
const look = async ({ services }: App) => {
  await runDueJobs(services);
  await runDueJobs(services);
};

test('what people wrote while the clock showed 1970 counts as new once the clock is right, also after a restart', async () => {
  const app = await startAppWithAClock();
  const [owner, admin] = [await makeOwner(app), await makeAdministrator(app)];
  const item = await makeItem(owner);
  const begun = Date.now();
  const mend = await setClock('the database', longAgo, app);
  await look(app);
  const { finder, path } = await makeConversation(app, item, 'It hangs at the fence.');
  const secret = path.split('/').at(-1) ?? '';
  const asked = { topic: 'data', text: 'Where are you?', name: 'Kim', email: newEmail('Kim') };
  await finder.get('/contact');
  expect((await finder.post('/contact', asked)).status).toBe(303);
  const [{ id = '' } = {}] = (await owner.call('listConversations', {})).conversations;
  await owner.call('reportConversation', { id, key: key(), reason: 'scam', note: '' });

  await mend();
  const next = await startApp({ besides: app });
  await look(next);
  const { conversations } = await owner.call('listConversations', {});
  expect(conversations).toMatchObject([{ closed: false, unread: 1 }]);
  const read = await owner.call('readConversation', { id });
  const [{ text, sentAt } = { sentAt: '' }] = read.messages;
  expect(text).toBe('It hangs at the fence.');
  expect(Math.abs(Date.parse(sentAt) - begun)).toBeLessThan(15 * 60_000);
  await finder.call('answerOwner', { secret, key: key(), text: 'Are you there?' });
  expect((await admin.call('listContactRequests', {})).rows).toMatchObject([{ text: asked.text }]);
  expect((await admin.call('listReports', {})).rows).toHaveLength(1);
});

test('who signs in and deletes an item while both clocks show 1970 is signed in, and can bring it back, once they are right', async () => {
  const app = await startAppWithAClock();
  const owner = await makeOwner(app);
  const { id } = await makeItem(owner);
  const mend = [await setClock('this machine', longAgo, app), await setClock('the database', longAgo, app)];
  await look(app);
  await signIn(owner, owner.email);
  await owner.call('deleteItem', { id });
  for (const each of mend) await each();
  await look(app);
  const { token } = (await (await owner.auth('token', {})).json()) as { token: string };
  owner.token = token;
  expect(await owner.call('undeleteItem', { id })).toMatchObject({ id });
});

test('a mail that a wrong clock wrote is not given up when its server refuses it after the clock is right', async () => {
  const app = await startAppWithAClock();
  const mend = await setClock('the database', longAgo, app);
  await look(app);
  app.mailbox.refusing = true;
  await queueTo(app, 'ada@example.com', 'Later');
  const refusals = async () =>
    (await queuedMails(app)).map(({ attempts, leasedUntil }) => leasedUntil === null && attempts);
  await expect.poll(refusals, patiently).toEqual([1]);
  await mend();
  await pauseOver(app);
  await expect.poll(refusals, patiently).toEqual([2]);
  expect((await queuedMails(app))[0]?.failedAt).toBeNull();
  await look(app);
  app.mailbox.refusing = false;
  await pauseOver(app);
  await app.mailbox.find('ada@example.com', 'Later');
});

test('a notification that a wrong clock wrote is not given up when it is refused after the clock is right', async () => {
  const { url, outgoing, answers } = await openOutsideServer();
  const webhook = { url, secret: 'whsec_AAAA' };
  const app = await startApp({ database: await databaseWithAClock(), webhook, outgoing });
  const { db, events } = app.services;
  const item = await makeItem(await makeOwner(app));
  const mend = await setClock('the database', longAgo, app);
  await look(app);
  answers.push({ status: 500 }, { status: 500 });
  await makeConversation(app, item);
  const requests = () => db.selectFrom('outgoingRequests').select(['attempts', 'leasedUntil', 'failedAt']).execute();
  await expect.poll(requests, patiently).toEqual([{ attempts: 1, leasedUntil: null, failedAt: null }]);
  await mend();
  events.publish({ kind: 'mail' });
  await expect.poll(requests, patiently).toEqual([{ attempts: 2, leasedUntil: null, failedAt: null }]);
});

test('what was written by two wrong clocks, one after the other, counts as new', async () => {
  const app = await startAppWithAClock();
  const owner = await makeOwner(app);
  const begun = Date.now();
  for (const shows of [longAgo, '2001-01-01T00:00:00Z', longAgo]) {
    await setClock('the database', shows, app);
    await look(app);
    await makeConversation(app, await makeItem(owner), shows);
  }
  await sql`update clock set shows = null`.execute(app.services.db);
  await look(app);
  const { conversations } = await owner.call('listConversations', {});
  const late = conversations.filter(({ lastMessage }) => Date.parse(lastMessage?.sentAt ?? '') > begun - 15 * 60_000);
  expect([conversations.length, late.length]).toEqual([3, 3]);
});

test('what a right clock wrote keeps its time', async () => {
  const app = await startAppWithAClock();
  const { db } = app.services;
  const owner = await makeOwner(app);
  await makeConversation(app, await makeItem(owner));
  const times = async () => (await sql`select created_at from web_messages`.execute(db)).rows;
  const before = await times();
  const mend = await setClock('the database', longAgo, app);
  await look(app);
  await mend();
  await look(app);
  expect(await times()).toEqual(before);
});

test('when a clock that was years ahead comes back, jobs go on; a clock that is behind by weeks moves nothing', async () => {
  const app = await startAppWithAClock();
  const { db } = app.services;
  await makeConversation(app, await makeItem(await makeOwner(app)));
  await look(app);
  await sql`update scheduled_jobs set begun_at = begun_at + interval '40 days'`.execute(db);
  await sql`update web_messages set created_at = created_at + interval '40 days'`.execute(db);
  const sentAt = async () => (await sql<{ at: Date }>`select created_at as at from web_messages`.execute(db)).rows;
  const before = await sentAt();
  await look(app);
  expect((await sql`select from scheduled_jobs where begun_at > now()`.execute(db)).rows).toEqual([]);
  expect(await sentAt()).toEqual(before);
});
