import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { toItemHash } from '../../domain/items/contract/item-hash.ts';
import { newTagCode } from '../../domain/items/contract/tag-code.ts';
import { type App, startApp } from '../app.ts';
import { makeConversation, makeItem, makeOwner, makePicture, type Person } from '../make.ts';
import { sharedApp } from '../shared-app.ts';
import { unzip } from '../unzip.ts';
import { Visitor } from '../visitor.ts';
import { withConversation, withOwner } from '../worlds.ts';

/** Of 2,000 letters each: far more than sockets hold, so that an export which nobody reads stays under way. */
const manyMessages = 8_000;

test('an export of 8,000 messages is complete, and is read no faster than it is taken', async () => {
  const { app, owner } = await withOwner();
  await makeConversation(app, await makeItem(owner), 'The first of all');
  await fillWithMessages(app, owner);
  const response = await beginExport(app, owner);
  await addMessages(app, owner, ['Written while the export was under way']);

  const files = await unzip(new Blob([await buffer(response)]));
  const messages = JSON.parse(files['messages.json'] ?? '') as { id: string; text: string }[];
  expect(messages).toHaveLength(manyMessages + 2);
  expect(messages.map(({ id }) => Number(id))).toEqual(messages.map(({ id }) => Number(id)).toSorted((a, b) => a - b));
  expect(messages[0]).toMatchObject({ text: 'The first of all' });
  expect(messages.at(-1)).toMatchObject({ text: 'Written while the export was under way' });
  expect(files['messages.json']).toBe(JSON.stringify(messages, null, 2));
});

test('one export at a time for an account and two in all; the next works once one has broken off', async () => {
  const app = await sharedApp();
  const [ada, bob, eve] = [await makeOwner(app, 'Ada'), await makeOwner(app, 'Bob'), await makeOwner(app, 'Eve')];
  for (const owner of [ada, bob]) {
    await makeConversation(app, await makeItem(owner));
    await fillWithMessages(app, owner);
  }
  const first = await beginExport(app, ada);
  await expectRefusal(ada, 'It is on its way already');
  const second = await beginExport(app, bob);
  await expectRefusal(eve, 'Other people download theirs right now.');

  first.destroy();
  await expect.poll(async () => (await eve.fetch('/profile/export', { method: 'HEAD' })).status).toBe(200);
  second.destroy();
  await expect.poll(async () => (await bob.fetch('/profile/export', { method: 'HEAD' })).status).toBe(200);
  const whole = await eve.get('/profile/export');
  expect(Object.keys(await unzip(await whole.blob()))).toContain('mails.json');
  expect((await eve.get('/profile/export')).status, 'after one that came to its end').toBe(200);
});

test('an export that nobody takes for half a minute breaks off, and makes room', async () => {
  const { app, owner } = await withConversation(startApp());
  await fillWithMessages(app, owner);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const response = await beginExport(app, owner);
  const isRunning = async () => (await owner.fetch('/profile/export', { method: 'HEAD' })).status === 429;
  // What waits for the database at this moment is told that its time is up too.
  app.expectLogError(/timeout|an export failed|a page failed|a page was not ready in time/);
  await vi.advanceTimersByTimeAsync(20_000);
  await expect.poll(isRunning).toBe(true);
  // Again while the network still takes what it had room for.
  const isStillRunning = () => vi.advanceTimersByTimeAsync(30_000).then(isRunning);
  await expect.poll(isStillRunning, { interval: 200 }).toBe(false);
  await expect(buffer(response)).rejects.toThrow('aborted');
});

test('an export that fails on the way breaks off instead of coming short', async () => {
  const app = await startApp();
  app.expectLogError(/an export failed/);
  const owner = await makeOwner(app);
  await makeConversation(app, await makeItem(owner));
  await fillWithMessages(app, owner);
  const response = await beginExport(app, owner);
  await sql`alter table web_messages rename to web_messages_gone`.execute(app.services.db);
  await expect(buffer(response)).rejects.toThrow('aborted');
});

test('QR codes that have to be drawn are limited by network; what was drawn before is there for everybody', async () => {
  const app = await sharedApp();
  const [greedy, somebody] = [app.visitor(), app.visitor()];
  const paths = await makeUnassignedTags(app, 301);
  const statuses = new Map<number, number>();
  for (const path of paths) {
    const { status } = await greedy.get(path);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [200, 300],
    [429, 1],
  ]);

  const [first = '', last = ''] = [paths[0], paths.at(-1)];
  const refused = await greedy.get(last);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.text()).toMatch(/^Too many QR codes were asked for\. Try again in \d+ \w+\.$/);
  expect((await greedy.get(first)).status, 'drawn before').toBe(200);
  expect((await somebody.get(last)).status, 'for somebody else').toBe(200);
});

test('what is typed as a code of a tag is read within a moment, whatever it is', async () => {
  const app = await sharedApp();
  const stranger = app.visitor();
  const begun = performance.now();
  for (const code of [`${'!'.repeat(60_000)}x`, `${'/t/a?'.repeat(12_000)}\nx`, '/t/a/b'.repeat(10_000)])
    expect((await stranger.tryCall('checkActivation', { code })).status).toBe(400);
  expect((await stranger.get(`/T/${'!'.repeat(3_000)}x`)).status).toBe(404);
  expect(performance.now() - begun).toBeLessThan(1_000);
});

test('a QR code is not sent again to who has it, until the installation’s address is another', async () => {
  const app = await startApp();
  const moved = await startApp({ besides: app, publicUrl: 'https://tags.example.com' });
  const [path = ''] = await makeUnassignedTags(app, 1);
  for (const each of [path, path.replace('svg', 'png')]) {
    const picture = await app.visitor().get(each);
    const headers = { 'if-none-match': picture.headers.get('etag') ?? '' };
    const known = await app.visitor().fetch(each, { headers });
    expect([known.status, await known.text()]).toEqual([304, '']);
    const other = await moved.visitor().fetch(each, { headers });
    expect(other.status).toBe(200);
    expect(await other.bytes()).not.toEqual(await picture.bytes());
  }
});

test('a page that is asked for again gets smaller, and who has it larger need not fetch it again', async () => {
  const app = await sharedApp();
  const path = `/item/${(await makeItem(await makeOwner(app))).hash}`;
  for (const encoding of ['br', 'gzip']) {
    const ask = (more = {}) => app.visitor().fetch(path, { headers: { 'accept-encoding': encoding, ...more } });
    const drawn = await (await ask()).text();
    const early = await ask();
    const lengthOf = (answer: Response) => Number(answer.headers.get('content-length'));
    if (encoding === 'br') await expect.poll(async () => lengthOf(await ask())).toBeLessThan(lengthOf(early));
    expect(await (await ask()).text()).toBe(drawn);
    const etag = early.headers.get('etag') ?? '';
    for (const named of [etag, etag.replace('W/', ''), `"other", ${etag}`]) {
      expect([named, (await ask({ 'if-none-match': named })).status]).toEqual([named, 304]);
    }
  }
});

test('who asks for 200 pages at once waits or is told to come back; another network and who has a session or a conversation do not wait', async () => {
  const app = await startApp();
  // On a busy machine some wait too long instead.
  app.expectLogError(/a page was not ready in time/);
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  const { finder, path } = await makeConversation(app, item);
  const [greedy, somebody] = [app.visitor(), app.visitor()];
  const neighbours = [finder, owner].map((neighbour) => {
    const visitor = new Visitor(app, greedy.network);
    for (const [name, value] of neighbour.cookies) visitor.cookies.set(name, value);
    return visitor;
  });
  let answered = 0;
  const pages = Array.from({ length: 200 }, async (_, number) => {
    const stranger = new Visitor(app, greedy.network);
    const page = await stranger.get(`/item/${item.hash}?x=${number}`);
    if (page.status === 200) answered += 1;
    return [page.status, page.headers.get('retry-after')];
  });
  expect((await somebody.get(`/item/${item.hash}?x=200`)).status).toBe(200);
  expect((await neighbours[0]?.get(path))?.status, 'the private link, on the same network').toBe(200);
  expect((await neighbours[1]?.get('/about'))?.status, 'an owner, on the same network').toBe(200);
  const answeredMeanwhile = answered;
  const answers = await Promise.all(pages);
  expect(answers).toContainEqual([503, '5']);
  expect(answeredMeanwhile, 'others were waiting still').toBeLessThan(answered);
});

async function expectRefusal(owner: Person, words: string): Promise<void> {
  const refused = await owner.get('/profile/export');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  const page = await refused.text();
  expect(page).toContain(words);
  expect(page).toContain('Try again in a minute.');
}

async function beginExport(app: App, { cookies }: Person): Promise<IncomingMessage> {
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
  const [response] = (await once(get(`${app.url}/profile/export`, { headers: { cookie } }), 'response')) as [
    IncomingMessage,
  ];
  expect(response.statusCode).toBe(200);
  return response;
}

/** Random letters, which do not compress well. */
function fillWithMessages(app: App, owner: Person): Promise<void> {
  const texts = Array.from({ length: manyMessages }, () => randomBytes(1_500).toString('base64'));
  return addMessages(app, owner, texts);
}

async function addMessages({ services: { db } }: App, { uid }: Person, texts: string[]): Promise<void> {
  // In portions, because a statement may take seconds only, also on a busy machine.
  for (let from = 0; from < texts.length; from += 250) {
    await sql`
      insert into web_messages (conversation_id, item_id, owner_id, author, text, read_by_owner, read_by_finder, idempotency_key)
      select id, item_id, owner_id, 'finder', text, false, true, md5(text)
      from conversations, unnest(${texts.slice(from, from + 250)}::text[]) as text where owner_id = ${uid}`.execute(db);
  }
}

async function makeUnassignedTags({ services: { db } }: App, count: number): Promise<string[]> {
  const codes = Array.from({ length: count }, newTagCode);
  await db
    .insertInto('tags')
    .values(codes.map((code) => ({ code, status: 'blank' as const, itemId: null })))
    .execute();
  return codes.map((code) => `/item/${toItemHash(code)}/qr.svg`);
}

test('an account that sends files slowly leaves others room to send theirs', async () => {
  const app = await sharedApp();
  const [slow, other] = [await makeOwner(app), await makeOwner(app, 'Bob')];
  const [item, othersItem] = [await makeItem(slow), await makeItem(other)];
  const headers = { authorization: `Bearer ${slow.token}`, 'content-length': '1000' };
  const refused: number[] = [];
  for (let n = 0; n < 60; n++) {
    const query = new URLSearchParams({ data: JSON.stringify({ itemId: item.id, key: crypto.randomUUID() }) });
    const url = `${app.url}/functions/us-central1/setPicture?${query}`;
    const sending = request(url, { method: 'POST', headers, agent: false });
    sending.on('response', ({ statusCode = 0 }) => refused.push(statusCode)).on('error', () => undefined);
    sending.write('slow');
    onTestFinished(() => void sending.destroy());
  }
  await expect.poll(() => refused.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(10);
  expect(new Set(refused)).toEqual(new Set([503]));
  expect((await makePicture(other, othersItem)).pictureId).not.toBeNull();
});
