import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { App } from '../app.ts';
import { makeItem, makeOwner } from '../make.ts';
import { sharedApp } from '../shared-app.ts';
import { Visitor } from '../visitor.ts';
import { withItem } from '../worlds.ts';

const neighbour = (of: Visitor) => new Visitor(of.app, of.network);
const key = () => crypto.randomUUID();
const tooMany = { status: 429, error: { details: { retryAfter: expect.any(Number) } } };

test('120 reports about one’s own tag neither hold nor refuse a neighbour’s message about another item; what one network may store about one ends, in words; one busy account stops no other', async () => {
  const app = await sharedApp();
  const [mallory, ada] = [await makeOwner(app, 'Mallory'), await makeOwner(app)];
  const [bait, backpack] = [await makeItem(mallory), await makeItem(ada)];
  const flood = () => neighbour(mallory).tryCall('reportFound', { hash: bait.hash, key: key(), text: 'Found' });
  for (let n = 1; n <= 120; n++) expect((await flood()).status).toBe(200);
  expect(await flood()).toMatchObject(tooMany);

  const finder = neighbour(mallory);
  await finder.get(`/item/${backpack.hash}`);
  expect((await finder.post(`/item/${backpack.hash}`, { text: 'It is with me' })).status).toBe(303);
  const { conversations } = await ada.call('listConversations', {});
  expect(conversations).toMatchObject([{ lastMessage: { text: 'It is with me', heldReason: null } }]);
  await app.mailbox.find(ada.email, 'Somebody wrote');
  const [one, two] = [await makeItem(await makeOwner(app)), await makeItem(await makeOwner(app))];
  const nextFinder = app.visitor();
  const send = (hash: string) => nextFinder.post(`/item/${hash}`, { text: 'By the lake', name: 'Kim' });
  expect((await send(one.hash)).status).toBe(303);
  await useUp(app, 'report-day');
  const refused = await send(one.hash);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600);
  const page = await refused.text();
  expect(page).toMatch(/Nothing was sent; please try again in \d+ hours/);
  for (const said of ['>By the lake</textarea>', 'value="Kim"']) expect(page).toContain(said);
  expect((await send(two.hash)).status, 'about another item').toBe(303);
  const [busy, other] = [await makeOwner(app), await makeOwner(app)];
  const atTheSame = Object.assign(neighbour(busy), { token: other.token });
  await busy.call('listItems', {});
  await useUp(app, `function-call:${busy.uid}`);
  expect(await busy.tryCall('listItems', {})).toMatchObject(tooMany);
  expect((await atTheSame.tryCall('listItems', {})).status).toBe(200);
});

test('a flood at one private link neither holds nor refuses a neighbour’s answer about the same item; many conversations of one network about one item are bounded together, those about another item are not; an owner’s answers end after 120 an hour in one conversation; a hostile caller stops neither a neighbour’s report nor an owner’s calls nor other calls of nobody', async () => {
  const { app, item } = await withItem();
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
  const owner = await makeOwner(app);
  const finder = app.visitor();
  const nextBegin = async () => {
    const { hash } = await makeItem(owner);
    return finder.call('reportFound', { hash, key: key(), text: 'Found' });
  };
  const [one, two] = [await nextBegin(), await nextBegin()];
  const answer = ({ secret }: { secret: string }) =>
    finder.tryCall('answerOwner', { secret, key: key(), text: 'More' });
  expect((await answer(one)).status).toBe(200);
  await useUp(app, 'answers-day');
  expect(await answer(one)).toMatchObject(tooMany);
  expect((await answer(two)).status).toBe(200);
  const nextOwner = await makeOwner(app);
  const nextItem = await makeItem(nextOwner);
  const { hash } = nextItem;
  for (const _ of ['one', 'two']) await app.visitor().call('reportFound', { hash, key: key(), text: 'Found' });
  const [nextOne, nextTwo] = (await nextOwner.call('listConversations', {})).conversations;
  const reply = (conversationId = '', sending: string = key()) =>
    nextOwner.tryCall('replyToFinder', { conversationId, key: sending, text: 'Thank you' });
  const first = await reply(nextOne?.id, 'the-first');
  for (let n = 2; n <= 120; n++) await reply(nextOne?.id);
  expect(await reply(nextOne?.id)).toMatchObject(tooMany);
  expect(await reply(nextOne?.id, 'the-first')).toEqual(first);
  expect((await reply(nextTwo?.id)).status).toBe(200);
  const nextMallory = neighbour(nextOwner);
  const withBadToken = Object.assign(neighbour(nextOwner), { token: 'bad' });
  await nextMallory.tryCall('readFinderConversation', { secret: 'x' });
  await withBadToken.tryCall('listItems', {});
  await useUp(app, 'function-call:%.readFinderConversation');
  await useUp(app, 'wrong-token');
  expect(await nextMallory.tryCall('readFinderConversation', { secret: 'x' })).toMatchObject(tooMany);
  expect(await withBadToken.tryCall('listItems', {})).toMatchObject(tooMany);

  expect((await nextOwner.tryCall('listItems', {})).status).toBe(200);
  const { secret } = await nextMallory.call('reportFound', { hash: nextItem.hash, key: key(), text: 'Found' });
  await nextMallory.call('answerOwner', { secret, key: key(), text: 'More' });
  await nextMallory.call('getMaintenance', {});
});

/** Whoever used some of a limit has used it all. */
async function useUp(app: App, key: string): Promise<void> {
  const { numAffectedRows } = await sql`
    update rate_limits set points = 10000 where key like ${`${key}%`}`.execute(app.services.db);
  expect(numAffectedRows, key).toBeGreaterThan(0n);
}
