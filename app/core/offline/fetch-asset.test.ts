import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { fetchAsset } from './release.ts';

const whole: RequestListener = (_request, response) => void response.end('the file');
const hang: RequestListener = () => {};
const breakOff: RequestListener = (_request, response) => void response.writeHead(200).write('the fi');

test('C-9.05 a file that hangs, or stops half-way, is asked for again; one that never comes is a failure in the end; a file that is gone says so at once: the page is of an older release', async () => {
  const { request, asked } = await serve([hang, breakOff, whole]);
  expect(await (await fetchAsset(request, 100)).text()).toBe('the file');
  expect(asked()).toBe(3);
  const { request: nextRequest, asked: nextAsked } = await serve([hang, hang, hang]);
  await expect(fetchAsset(nextRequest, 50)).rejects.toThrow('timeout');
  expect(nextAsked()).toBe(3);
  const { request: thirdRequest, asked: thirdAsked } = await serve([
    (_request, response) => void response.writeHead(404).end(),
  ]);
  expect((await fetchAsset(thirdRequest)).status).toBe(404);
  expect(thirdAsked()).toBe(1);
});

/** A server that answers each request in its own way. */
async function serve(ways: RequestListener[]) {
  let asked = 0;
  const server = createServer((request, response) => ways[asked++]?.(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { request: new Request(`http://127.0.0.1:${port}/assets/page.js`), asked: () => asked };
}
