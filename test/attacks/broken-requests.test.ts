import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { type App, startApp } from '../app.ts';
import { makeFinder } from '../make.ts';
import { sharedApp } from '../shared-app.ts';
import { withItem } from '../worlds.ts';

test('a file is sent whole, whatever range of it is asked for, and nothing is logged', async () => {
  const app = await startApp();
  const error = vi.spyOn(app.services.log, 'error');
  const whole = await app.visitor().read('/icon.svg');
  const ranges = ['9-1', 'abc', '999999-', '0-3', '-5', '0-1,5-6', '-', '1e9-', `${'9'.repeat(40)}-`];
  for (const range of [...ranges.map((each) => `bytes=${each}`), 'lines=1-2', '']) {
    const [head, body] = await sendRaw(app, `GET /icon.svg HTTP/1.1\r\nHost: localhost\r\nRange: ${range}`);
    expect([range, head?.split('\r\n')[0], body]).toEqual([range, 'HTTP/1.1 200 OK', whole]);
  }
  expect(error).not.toHaveBeenCalled();
});

test('what is no request, names no host or has too many headers is refused with the headers of every answer', async () => {
  const app = await sharedApp();
  for (const [bytes, status] of [
    ['nonsense', '400 Bad Request'],
    ['GET / HTTP/1.1\r\nno header', '400 Bad Request'],
    ['GET /about HTTP/1.1', '400 Bad Request'],
    [`GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${'x'.repeat(20_000)}`, '431 Request Header Fields Too Large'],
  ] as const) {
    const [head = ''] = await sendRaw(app, bytes);
    expect([bytes.slice(0, 30), head.split('\r\n')[0]]).toEqual([bytes.slice(0, 30), `HTTP/1.1 ${status}`]);
    expect(head).toMatch(/^content-security-policy: .*frame-ancestors 'none'/im);
    expect(head).toMatch(/^cross-origin-resource-policy: same-origin/im);
  }
});

test('a request that is cut off in the middle of its body is one short line in the log, and breaks nothing', async () => {
  const { app, owner, item } = await withItem(startApp());
  const { log } = app.services;
  const [error, debug] = [vi.spyOn(log, 'error'), vi.spyOn(log, 'debug')];
  for (const [path, type, logged] of [
    [`/item/${item.hash}`, 'application/x-www-form-urlencoded', '/item/*'],
    ['/functions/us-central1/reportFound', 'application/json', '/functions/us-central1/reportFound'],
    ['/auth/sign-in/email', 'application/json', '/auth/sign-in/email'],
  ]) {
    debug.mockClear();
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nOrigin: ${app.url}\r\nContent-Type: ${type}`;
    await cutOff(app, `${head}\r\nContent-Length: 1000\r\n\r\n{"data":`);
    await expect.poll(() => debug.mock.calls).toEqual([[{ path: logged }, 'a request was cut off']]);
  }
  const finder = await makeFinder(app, item);
  expect((await finder.post(`/item/${item.hash}`, { text: 'I have it.' })).status).toBe(303);
  expect((await owner.call('listConversations', {})).conversations, 'of what was cut off nothing').toHaveLength(1);
  expect(error).not.toHaveBeenCalled();
});

/** Sends the bytes as they are and reads until the end. @returns head and body of the answer */
async function sendRaw(app: App, head: string): Promise<string[]> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write(`${head}\r\nConnection: close\r\n\r\n`);
  return (await text(socket)).split('\r\n\r\n');
}

async function cutOff(app: App, bytes: string): Promise<void> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  await new Promise<void>((resolve) => void socket.write(bytes, () => resolve()));
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
}
