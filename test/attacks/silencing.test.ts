import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runDueJobs } from '../../domain/schedule.ts';
import { type App, startApp } from '../app.ts';
import { makeItem, makeOwner, passTime } from '../make.ts';
import { Visitor } from '../visitor.ts';

const neighbour = (of: Visitor) => new Visitor(of.app, of.network);
const key = () => crypto.randomUUID();
const tooMany = { status: 429, error: { details: { retryAfter: expect.any(Number) } } };

test('120 reports about one’s own tag neither hold nor refuse a neighbour’s message about another item', async () => {
  const app = await startApp();
  const [mallory, ada] = [await makeOwner(app, 'Mallory'), await makeOwner(app)];
  const [bait, backpack] = [await makeItem(mallory), await makeItem(ada)];
  const flood = () => neighbour(mallory).tryCall('reportFound', { hash: bait.hash, key: key(), text: 'Found' });
  for (let n = 1; n <= 120; n++) expect((await flood()).status).toBe(200);
  expect(await flood()).toMatchObject(tooMany);

  const finder = neighbour(mallory);
  await finder.get(`/item/${backpack.hash}`);
  passTime(5_000);
  expect((await finder.post(`/item/${backpack.hash}`, { text: 'It is with me' })).status).toBe(303);
  const { conversations } = await ada.call('listConversations', {});
  expect(conversations).toMatchObject([{ lastMessage: { text: 'It is with me', heldReason: null } }]);
  await app.mailbox.find(ada.email, 'Somebody wrote');
});

test('a flood at one private link neither holds nor refuses a neighbour’s answer about the same item', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  const mallory = app.visitor();
  const begin = (finder: Visitor) => finder.call('reportFound', { hash: item.hash, key: key(), text: 'Found' });
  const [hers, other] = [await begin(mallory), await begin(neighbour(mallory))];
  const flood = (text: string) => mallory.post(`/conversation/${hers.secret}`, { key: key(), text });
  for (let n = 1; n <= 60; n++) expect((await flood(`Message ${n}`)).status).toBe(303);

  const refused = await flood('One too many');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const page = await refused.text();
  expect(page).toContain('Nothing was sent');
  expect(page, 'what was typed').toContain('>One too many</textarea>');

  await neighbour(mallory).call('answerOwner', { secret: other.secret, key: key(), text: 'Still here' });
  const { messages } = await mallory.call('readFinderConversation', { secret: other.secret });
  expect(messages.at(-1)).toMatchObject({ text: 'Still here', heldReason: null });
});

test('what one network may store about one item in a day ends, in words, with everything typed', async () => {
  const app = await startApp();
  const [one, two] = [await makeItem(await makeOwner(app)), await makeItem(await makeOwner(app))];
  const finder = app.visitor();
  const send = (hash: string) => finder.post(`/item/${hash}`, { text: 'By the lake', name: 'Kim' });
  expect((await send(one.hash)).status).toBe(303);
  await useUp(app, 'report-day');
  const refused = await send(one.hash);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600);
  const page = await refused.text();
  expect(page).toMatch(/Nothing was sent; please try again in \d+ hours/);
  expect(page).toContain('>By the lake</textarea>');
  expect(page).toContain('value="Kim"');
  expect((await send(two.hash)).status, 'about another item').toBe(303);
});

test('many conversations of one network about one item are bounded together, those about another item are not', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const finder = app.visitor();
  const begin = async () => {
    const { hash } = await makeItem(owner);
    return finder.call('reportFound', { hash, key: key(), text: 'Found' });
  };
  const [one, two] = [await begin(), await begin()];
  const answer = ({ secret }: { secret: string }) =>
    finder.tryCall('answerOwner', { secret, key: key(), text: 'More' });
  expect((await answer(one)).status).toBe(200);
  await useUp(app, 'answers-day');
  expect(await answer(one)).toMatchObject(tooMany);
  expect((await answer(two)).status).toBe(200);
});

test('an owner’s answers end after 120 an hour in one conversation; the one sent again is not refused', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const { hash } = await makeItem(owner);
  for (const _ of ['one', 'two']) await app.visitor().call('reportFound', { hash, key: key(), text: 'Found' });
  const [one, two] = (await owner.call('listConversations', {})).conversations;
  const reply = (conversationId = '', sending: string = key()) =>
    owner.tryCall('replyToFinder', { conversationId, key: sending, text: 'Thank you' });
  const first = await reply(one?.id, 'the-first');
  for (let n = 2; n <= 120; n++) await reply(one?.id);
  expect(await reply(one?.id)).toMatchObject(tooMany);
  expect(await reply(one?.id, 'the-first')).toEqual(first);
  expect((await reply(two?.id)).status).toBe(200);
});

test('a hostile caller stops neither a neighbour’s report nor an owner’s calls nor other calls of nobody', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  const mallory = neighbour(owner);
  const withBadToken = Object.assign(neighbour(owner), { token: 'bad' });
  await mallory.tryCall('readFinderConversation', { secret: 'x' });
  await withBadToken.tryCall('listItems', {});
  await useUp(app, 'function-call:%.readFinderConversation');
  await useUp(app, 'wrong-token');
  expect(await mallory.tryCall('readFinderConversation', { secret: 'x' })).toMatchObject(tooMany);
  expect(await withBadToken.tryCall('listItems', {})).toMatchObject(tooMany);

  expect((await owner.tryCall('listItems', {})).status).toBe(200);
  const { secret } = await mallory.call('reportFound', { hash: item.hash, key: key(), text: 'Found' });
  await mallory.call('answerOwner', { secret, key: key(), text: 'More' });
  await mallory.call('getMaintenance', {});
});

test('one busy account stops no other behind the same address', async () => {
  const app = await startApp();
  const [busy, other] = [await makeOwner(app), await makeOwner(app)];
  const atTheSame = Object.assign(neighbour(busy), { token: other.token });
  await busy.call('listItems', {});
  await useUp(app, `function-call:${busy.uid}`);
  expect(await busy.tryCall('listItems', {})).toMatchObject(tooMany);
  expect((await atTheSame.tryCall('listItems', {})).status).toBe(200);
});

test('what no mail of its own told of is in one mail a day, without the finder’s words', async () => {
  const app = await startApp();
  const second = await startApp({ besides: app });
  const owner = await makeOwner(app);
  const [backpack, keys] = [
    await makeItem(owner, { name: 'Blue backpack' }),
    await makeItem(owner, { name: 'House keys' }),
  ];
  const finder = app.visitor();
  await sendMany(finder, backpack.hash, 11);
  await sendMany(finder, keys.hash, 9);
  await everyHour(app, second);
  const mail = await app.mailbox.find(owner.email, '4 messages are waiting for you');
  expect(mail.text).toContain('3 about “Blue backpack”, 1 about “House keys”');
  expect(mail.text).toContain(`${app.installation.publicUrl}/inbox`);
  expect(mail.text).not.toContain('Secret words');
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? '';
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(mail.text).toContain(header('list-unsubscribe').slice(1, -1));

  await sendMany(finder, backpack.hash, 1);
  await everyHour(app, second);
  expect(await heldMails(app), 'one a day').toHaveLength(1);
  await aDayLater(app);
  await everyHour(app, second);
  await app.mailbox.find(owner.email, 'A message is waiting for you');
  await aDayLater(app);
  await everyHour(app, second);
  expect(await heldMails(app), 'nothing new was held').toHaveLength(2);
});

test('nobody is mailed of held messages who read them or blocked their sender, who wants no such mails, whose finder deleted them, or whose account is disabled or not confirmed', async () => {
  const app = await startApp();
  const flooded = async () => {
    const owner = await makeOwner(app);
    await sendMany(app.visitor(), (await makeItem(owner)).hash, 9);
    return owner;
  };
  const [reader, quiet, disabled, unconfirmed] = [await flooded(), await flooded(), await flooded(), await flooded()];
  for (const { id, lastMessage } of (await reader.call('listConversations', {})).conversations)
    await reader.call('markConversationRead', { id, upTo: lastMessage.id });
  await quiet.call('setNotificationSettings', { messageMails: false });
  for (const blocks of [true, false]) {
    const { owner, secret } = await answered(app);
    const [{ id = '' } = {}] = (await owner.call('listConversations', {})).conversations;
    if (blocks) await owner.call('blockConversation', { id });
    else await app.visitor().call('deleteFinderWords', { secret });
  }
  const { db } = app.installation;
  await db.updateTable('users').set({ disabledAt: new Date() }).where('uid', '=', disabled.uid).execute();
  await db.updateTable('users').set({ emailVerified: false }).where('uid', '=', unconfirmed.uid).execute();
  await db.updateTable('authUsers').set({ emailVerified: false }).where('id', '=', unconfirmed.uid).execute();
  await everyHour(app);
  expect(await heldMails(app)).toEqual([]);

  await quiet.call('setNotificationSettings', { messageMails: true });
  await everyHour(app);
  expect(await heldMails(app)).toEqual([{ uid: quiet.uid }]);
});

test('a mail about the conversation tells of what was held in it, so the mail of the day does not', async () => {
  const app = await startApp();
  const { secret } = await answered(app);
  await sql`update outgoing_mails set created_at = now() - interval '1 hour'`.execute(app.installation.db);
  await app.visitor().call('answerOwner', { secret, key: key(), text: 'From home' });
  await everyHour(app);
  expect(await heldMails(app)).toEqual([]);
});

/** More often than is told at once. */
async function answered(app: App) {
  const owner = await makeOwner(app);
  const finder = app.visitor();
  const { secret } = await finder.call('reportFound', {
    hash: (await makeItem(owner)).hash,
    key: key(),
    text: 'Found',
  });
  for (let n = 1; n <= 9; n++) await finder.call('answerOwner', { secret, key: key(), text: 'More' });
  return { owner, secret };
}

async function sendMany(finder: Visitor, hash: string, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) await finder.call('reportFound', { hash, key: key(), text: `Secret words ${n}` });
}

/** Whoever used some of a limit has used it all. */
async function useUp(app: App, key: string): Promise<void> {
  const { numAffectedRows } = await sql`
    update rate_limits set points = 10000 where key like ${`${key}%`}`.execute(app.installation.db);
  expect(numAffectedRows, key).toBeGreaterThan(0n);
}

async function everyHour(...processes: App[]): Promise<void> {
  await sql`delete from scheduled_jobs`.execute((processes[0] as App).installation.db);
  await Promise.all(processes.map(({ installation }) => runDueJobs(installation)));
}

async function aDayLater({ installation }: App): Promise<void> {
  await sql`update outgoing_mails set created_at = created_at - interval '25 hours'`.execute(installation.db);
}

function heldMails({ installation }: App) {
  return installation.db.selectFrom('outgoingMails').select('uid').where('purpose', '=', 'held-messages').execute();
}
