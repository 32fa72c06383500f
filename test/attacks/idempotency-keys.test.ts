import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type App, startApp } from '../app.ts';
import { makeFinder, makeOwner, passTime } from '../make.ts';
import { Visitor } from '../visitor.ts';
import { withItem } from '../worlds.ts';

const neighbour = (of: Visitor) => new Visitor(of.app, of.network);
const hour = 3600_000;

async function start() {
  const { app, owner, item } = await withItem(startApp());
  const report = { hash: item.hash, key: crypto.randomUUID(), text: 'I have it', name: 'Kim' };
  const conversations = async () => (await owner.call('listConversations', {})).conversations;
  return { app, owner, item, report, conversations, path: `/item/${item.hash}` };
}

test('whoever knows somebody’s key and words, elsewhere, gets a conversation of their own', async () => {
  const { app, report, conversations } = await start();
  const finder = await app.visitor().call('reportFound', report);
  const thieves = [app.visitor(), await makeOwner(app, 'Mallory')];
  for (const thief of thieves) expect((await thief.call('reportFound', report)).secret).not.toBe(finder.secret);
  expect(await conversations(), 'nothing is lost').toHaveLength(3);
  const { messages } = await app.visitor().call('readFinderConversation', { secret: finder.secret });
  expect(messages, 'and nothing is added to the finder’s').toHaveLength(1);
});

test('behind the same address, the key without the words opens nothing either', async () => {
  const { app, report, conversations } = await start();
  const finder = app.visitor();
  const { secret } = await finder.call('reportFound', report);
  const { text: _, ...tap } = report;
  for (const guess of [
    { ...report, text: 'I have it!' },
    { ...report, name: '' },
    { ...tap, answer: 'have' as const },
  ])
    expect((await neighbour(finder).call('reportFound', guess)).secret).not.toBe(secret);
  expect(await conversations()).toHaveLength(4);
});

test('a user repeats a sending from another network, and it is one message', async () => {
  const { app, report, conversations } = await start();
  const { token } = await makeOwner(app, 'Kim');
  const send = () => Object.assign(app.visitor(), { token }).call('reportFound', report);
  expect(await send()).toEqual(await send());
  expect(await conversations()).toMatchObject([{ unread: 1 }]);
});

test('a day later a kept key opens nothing any more, behind the same address and with the same words', async () => {
  const { app, report } = await start();
  const finder = app.visitor();
  const { secret } = await finder.call('reportFound', report);
  await sentHoursAgo(app, 23);
  expect((await finder.call('reportFound', report)).secret).toBe(secret);
  await sentHoursAgo(app, 24);
  expect((await neighbour(finder).call('reportFound', report)).secret).not.toBe(secret);
});

test('a sending that is repeated at a process whose clock is ahead by 25 hours is one message', async () => {
  const { app, report, conversations } = await start();
  const finder = app.visitor();
  const { secret } = await finder.call('reportFound', report);
  passTime(25 * hour);
  expect((await finder.call('reportFound', report)).secret).toBe(secret);
  passTime(-25 * hour);
  expect(await conversations()).toMatchObject([{ unread: 1 }]);
});

test('a key that could be guessed is refused in words; a caller who did not hear the answer repeats the sending, and it is one message under one private link', async () => {
  const { app, report, conversations } = await start();
  expect(await app.visitor().tryCall('reportFound', { ...report, key: 'finder-1' })).toMatchObject({
    status: 400,
    error: { message: 'The key must have at least 22 characters. Make it at random.' },
  });
  expect(await conversations()).toEqual([]);
  const finder = app.visitor();
  const send = () => finder.call('reportFound', report);
  const sendings = [...(await Promise.all([send(), send(), send()])), await send()];
  expect(new Set(sendings.map(({ secret }) => secret)).size).toBe(1);
  expect(await conversations()).toMatchObject([{ unread: 1 }]);
});

test('who reads the table of messages finds no key that could be sent again', async () => {
  const { app, item, report, path } = await start();
  const caller = app.visitor();
  const browser = await makeFinder(app, item);
  const { secret } = await caller.call('reportFound', report);
  await browser.post(path, { text: report.text, name: report.name });
  const rows = await app.services.db.selectFrom('webMessages').select('idempotencyKey').execute();
  expect(JSON.stringify(rows)).not.toContain(report.key);
  for (const { idempotencyKey } of rows)
    for (const key of [idempotencyKey, idempotencyKey.replace('found:', '')])
      expect((await neighbour(caller).call('reportFound', { ...report, key })).secret).not.toBe(secret);
});

test('two browsers without cookies, alike in all they tell, are two finders', async () => {
  const { app, path, conversations } = await start();
  const one = app.visitor();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'The same', origin: app.url };
  const send = () => neighbour(one).fetch(path, { method: 'POST', headers, body: 'text=I+have+it' });
  const links = [await send(), await send()].map((sent) => sent.headers.get('location'));
  expect(links).toEqual(Array(2).fill(expect.stringContaining('/conversation/')));
  expect(links[0]).not.toBe(links[1]);
  expect(await conversations()).toHaveLength(2);
  expect(await app.visitor().read(path), 'the page that all get holds no key').not.toContain('name="key"');
});

test('without cookies, the form that came back to be corrected is sent once, however often it arrives', async () => {
  const { app, path, conversations } = await start();
  const finder = app.visitor();
  const send = (fields: Record<string, string>) => neighbour(finder).post(path, fields);
  const refused = async () => /name="key" value="([^"]+)"/.exec(await (await send({ text: ' ' })).text())?.[1] ?? '';
  const [key, another] = [await refused(), await refused()];
  expect(key.length).toBeGreaterThanOrEqual(22);
  expect(another).not.toBe(key);

  const links = [];
  for (const _ of ['sent', 'sent again']) links.push((await send({ key, text: 'I have it' })).headers.get('location'));
  expect(links[0]).toBe(links[1]);
  expect(await conversations()).toMatchObject([{ unread: 1 }]);
  const elsewhere = await app.visitor().post(path, { key, text: 'I have it' });
  expect(links, 'who saw the key').not.toContain(elsewhere.headers.get('location'));
});

test('a browser’s sending is repeated by its cookie alone: not by the same words from a neighbour, form or function', async () => {
  const { app, item, path } = await start();
  const finder = await makeFinder(app, item);
  const cookies = new Map(finder.cookies);
  const sent = await finder.post(path, { answer: 'have' });
  const link = sent.headers.get('location') ?? '';
  const stranger = neighbour(finder);
  await stranger.get(path);
  expect((await stranger.post(path, { answer: 'have' })).headers.get('location')).not.toBe(link);

  const key = 'the-words-are-the-key-of-this-sending';
  const { secret } = await neighbour(finder).call('reportFound', { hash: item.hash, key, answer: 'have' });
  expect(link).not.toContain(secret);
  const withKey = await neighbour(finder).post(path, { key, answer: 'have' });
  expect(withKey.headers.get('location')).not.toBe(link);

  const moved = Object.assign(app.visitor(), { cookies });
  expect((await moved.post(path, { answer: 'have' })).headers.get('location'), 'itself, on another network').toBe(link);
});

function sentHoursAgo({ services: { db } }: App, hours: number) {
  return sql`update web_messages set created_at = now() - make_interval(hours => ${hours})`.execute(db);
}
