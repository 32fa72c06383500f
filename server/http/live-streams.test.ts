import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createLiveStreams } from './live-streams.ts';

const many = 1_200;

test('browsers are told to come back at moments of their own, the further apart the more they are, and again at the end', async () => {
  const streams = createLiveStreams();
  const server = createServer((request, response) => streams.open(request, response, ['everybody'])).listen(0);
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const open = async () => {
    const [response] = (await once(get({ port, agent: false }), 'response')) as [IncomingMessage];
    return text(response);
  };
  const texts: Promise<string>[] = [];
  while (streams.count('everybody') < many) {
    const wanted = streams.count('everybody') + 100;
    for (let opened = 0; opened < 100; opened++) texts.push(open());
    await expect.poll(() => streams.count('everybody')).toBe(wanted);
  }
  streams.close();
  const hints = (await Promise.all(texts)).map((said) =>
    [...said.matchAll(/^retry: (\d+)$/gm)].map(([, ms]) => Number(ms)),
  );
  const [first, last] = [hints.map(([ms = 0]) => ms), hints.map((each) => each.at(-1) ?? 0)];
  expect(hints.every((each) => each.length === 2 && each.every((ms) => ms >= 1_000))).toBe(true);
  expect(Math.max(...first.slice(-200))).toBeGreaterThan(Math.max(...first.slice(0, 10)));
  expect(new Set(last).size).toBeGreaterThan(many / 4);
  expect(Math.max(...last.slice(0, 10)), 'who came first knows of the others by now').toBeGreaterThan(
    Math.max(...first.slice(0, 10)),
  );
});
