import { mkdtemp, readdir, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type App, startApp } from '../app.ts';
import { drawPicture, makeConversation, makeItem, makeOwner, pdf } from '../make.ts';
import type { Visitor } from '../visitor.ts';
import { withOwner } from '../worlds.ts';

test('beside 50 trickling pictures of one network everybody else sends files, and nobody waits with words', async () => {
  const { app, owner } = await withOwner(startApp());
  const items = [await makeItem(owner), await makeItem(owner)] as const;
  const sharing = [];
  for (const item of items) {
    const { path, finder } = await makeConversation(app, item);
    for (let n = 0; n < 25; n++) trickle(await sendHead(app, finder.network, sendingOf(path)));
    sharing.push({ finder, path });
  }
  const received = () =>
    sql<{ sum: string }>`select sum(points) from rate_limits where key like 'sent-pictures-day:%'`.execute(
      app.services.db,
    );
  await expect.poll(async () => (await received()).rows).toEqual([{ sum: '50' }]);

  const { finder, path } = await makeConversation(app, items[0], 'I am elsewhere.');
  const picture = await drawPicture();
  expect((await finder.postFile(`${path}/pictures?key=${crypto.randomUUID()}`, picture)).status).toBe(303);
  const receipt = { itemId: items[0].id, key: crypto.randomUUID(), name: 'Bill' };
  expect((await owner.upload('addReceipt', receipt, pdf)).status).toBe(200);
  const list = new Uint8Array(Buffer.from('name\nBlue umbrella\n'));
  expect((await owner.upload('importItems', {}, list)).status).toBe(200);
  for (const person of sharing)
    expect((await person.finder.post(person.path, { text: 'I am at the station.' })).status).toBe(303);
});

test('who sends a file slower than 8 kB in half a minute is refused and leaves no place and no file; who sends so much is not', async () => {
  const { app, folder } = await startWithFakeTimers();
  const owner = await makeOwner(app);
  const { id: itemId } = await makeItem(owner);
  const whole = Buffer.concat([pdf, Buffer.alloc(24_000, ' ')]);
  const receiptOf = (name: string) => ({ name: 'addReceipt', data: { itemId, key: crypto.randomUUID(), name } });

  const enough = await sendHead(app, owner.network, { ...receiptOf('Enough'), owner, length: whole.length });
  for (let end = 8_000; ; end += 8_000) {
    enough.write(whole.subarray(end - 8_000, end));
    if (end >= whole.length) break;
    await expect.poll(() => receivedBytes(folder)).toBe(end);
    await vi.advanceTimersByTimeAsync(29_000);
  }
  expect(await text(enough)).toMatch(/^HTTP\/1.1 200 /);

  const slow = await sendHead(app, owner.network, { ...receiptOf('Slow'), owner, length: whole.length });
  slow.write(whole.subarray(0, 7_999));
  await expect.poll(() => receivedBytes(folder)).toBe(7_999);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(await receivedBytes(folder)).toBe(7_999);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await text(slow)).toMatch(/^HTTP\/1.1 400 [\s\S]*Not all of it arrived\. Send it again\./);
  await expect.poll(() => readdir(folder)).toEqual([]);
});

test.each([
  [
    'a picture in a form',
    'multipart/form-data; boundary=x',
    (path: string) => `${path}/pictures?key=${'k'.repeat(22)}`,
  ],
  ['words', 'application/x-www-form-urlencoded', (path: string) => path],
  ['a call', 'application/json', () => '/functions/us-central1/reportFound'],
  ['a sign-in', 'application/json', () => '/auth/sign-in/email'],
])('%s that trickles is refused after half a minute, and its connection closed', async (_, type, pathOf) => {
  const { app } = await startWithFakeTimers();
  const { path } = await makeConversation(app, await makeItem(await makeOwner(app)));
  const socket = await open(app, [
    `POST ${pathOf(path)} HTTP/1.1`,
    `Origin: ${app.url}`,
    `Content-Type: ${type}`,
    'Content-Length: 60000',
  ]);
  const answer = text(trickle(socket));
  let isOver = false;
  answer.then(() => (isOver = true));
  await expect.poll(() => vi.advanceTimersByTimeAsync(10_000).then(() => isOver)).toBe(true);
  expect(await answer).toMatch(/^HTTP\/1.1 4(00|22) [\s\S]*Not all of it arrived\. Send it again\./);
});

test('the sixth file of an account waits for 15 seconds at most, and gets the place of one that ends', async () => {
  const { app, folder } = await startWithFakeTimers();
  const owner = await makeOwner(app);
  const { id: itemId } = await makeItem(owner);
  const receiptOf = (name: string) => ({ itemId, key: crypto.randomUUID(), name });
  const slow = { name: 'addReceipt', owner };
  const sockets: Socket[] = [];
  for (let n = 0; n < 5; n++) sockets.push(await sendHead(app, owner.network, { ...slow, data: receiptOf(`${n}`) }));
  await expect.poll(() => readdir(folder)).toHaveLength(5);

  let refused: Response | undefined;
  owner.upload('addReceipt', receiptOf('Sixth'), pdf).then((answer) => (refused = answer));
  await expect.poll(() => waitWhileSending(sockets).then(() => refused?.status)).toBe(503);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  sockets[0]?.destroy();
  await expect.poll(() => readdir(folder)).toHaveLength(4);
  expect((await owner.upload('addReceipt', receiptOf('Sixth'), pdf)).status).toBe(200);
});

test('a finder’s picture that finds no place in its network counts as nothing: words are not held meanwhile', async () => {
  const { app, folder } = await startWithFakeTimers();
  const owner = await makeOwner(app);
  const { path, finder } = await makeConversation(app, await makeItem(owner));
  const sockets: Socket[] = [];
  for (let n = 0; n < 8; n++) sockets.push(await sendHead(app, finder.network, sendingOf(path)));
  await expect.poll(() => readdir(folder)).toHaveLength(8);

  const picture = await drawPicture();
  const send = async () => (await finder.postFile(`${path}/pictures?key=${crypto.randomUUID()}`, picture)).status;
  const answers: number[] = [];
  for (let n = 0; n < 9; n++) send().then((status) => answers.push(status));
  await expect.poll(() => waitWhileSending(sockets).then(() => answers)).toEqual(Array(9).fill(503));
  expect((await finder.post(path, { text: 'I am at the station.' })).status).toBe(303);
  const [{ lastMessage } = {}] = (await owner.call('listConversations', {})).conversations;
  expect(lastMessage).toMatchObject({ text: 'I am at the station.', heldReason: null });
  sockets[0]?.destroy();
  await expect.poll(() => readdir(folder)).toHaveLength(7);
  expect(await send()).toBe(303);
});

/** Files are received in a folder of the test. */
async function startWithFakeTimers() {
  const app = await startApp();
  // What waits for the database at this moment is told that its time is up too.
  app.expectLogError(/timeout|took too long|was not ready in time/);
  const folder = await mkdtemp(join(tmpdir(), 'handback-test-'));
  vi.stubEnv('TMPDIR', folder);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], shouldAdvanceTime: true });
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.useRealTimers();
  });
  return { app, folder };
}

/** Five seconds pass. The sockets send enough meanwhile to be allowed any number of them. */
async function waitWhileSending(sockets: Socket[]): Promise<void> {
  for (const socket of sockets) socket.write(Buffer.alloc(8_000));
  await vi.advanceTimersByTimeAsync(5_000);
}

async function receivedBytes(folder: string): Promise<number> {
  const [upload] = await readdir(folder);
  return upload ? (await stat(join(folder, upload, 'file'))).size : 0;
}

type Sending = { name: string; data: object; owner?: Visitor; length?: number };

const sendingOf = (path: string): Sending => ({
  name: 'sendPicture',
  data: { secret: path.split('/').at(-1), key: crypto.randomUUID() },
});

function sendHead(app: App, network: string, { name, data, owner, length = 1_000_000 }: Sending): Promise<Socket> {
  return open(app, [
    `POST /functions/us-central1/${name}?data=${encodeURIComponent(JSON.stringify(data))} HTTP/1.1`,
    `X-Forwarded-For: ${network}`,
    ...(owner ? [`Authorization: Bearer ${owner.token}`] : []),
    `Content-Length: ${length}`,
    'Connection: close',
  ]);
}

/** A request of which the body is still to come. */
async function open(app: App, head: string[]): Promise<Socket> {
  const socket = connect(Number(new URL(app.url).port), 'localhost');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  const [request, ...headers] = head;
  await new Promise<void>((resolve) => {
    socket.write([request, `Host: ${new URL(app.url).host}`, ...headers, '', ''].join('\r\n'), () => resolve());
  });
  return socket;
}

/** One byte every 100 ms, whatever time a test has. */
function trickle(socket: Socket): Socket {
  const drip = setInterval(() => socket.writable && socket.write('-'), 100);
  socket.on('close', () => clearInterval(drip));
  return socket;
}
