import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from './ask.ts';
import { percentile } from './median.ts';
import type { Owner } from './owner.ts';
import type { HandbackServer } from './server.ts';
import type { Row } from './table.ts';

const posts = 400;
const postsPerSecond = 20;
const patienceMs = 10_000;

type Finder = { address: string; cookie: string };

/** From the moment a finder's form is sent until the owner's open page is told the new number of unread messages. */
export async function measureLiveLatency(server: HandbackServer, owner: Owner, path: string): Promise<Row[]> {
  const url = server.origin + path;
  const finders: Finder[] = [];
  for (let number = 0; number < posts; number += 1) finders.push(await openPage(url, number));

  await using live = await openLive(server.origin, owner.cookie);
  const latencies: number[] = [];
  for (const [number, finder] of finders.entries()) {
    const due = pause(1_000 / postsPerSecond);
    const heard = live.unreadReaches(number + 1);
    const sentAt = performance.now();
    await Promise.all([post(url, finder, number), heard]);
    latencies.push((await heard) - sentAt);
    await due;
  }
  return [50, 99].map((percent) => {
    const ms = percentile(latencies, percent);
    return {
      figure: `Finder’s post to the owner’s live event, p${percent} of ${posts}`,
      ours: `${ms.toFixed(1)} ms`,
      ...(percent === 99 && { target: { text: '≤ 50 ms', met: ms <= 50 } }),
    };
  });
}

/** Each finder has an address and a browser of its own, or the limits against floods would be what is measured. */
async function openPage(url: string, number: number): Promise<Finder> {
  const address = `10.0.${number >> 8}.${number & 255}`;
  const { response } = await ask(url, { headers: { 'x-forwarded-for': address } });
  return { address, cookie: response.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '' };
}

async function post(url: string, { address, cookie }: Finder, number: number): Promise<void> {
  const headers = { 'x-forwarded-for': address, cookie, 'content-type': 'application/x-www-form-urlencoded' };
  const form = new URLSearchParams({ answer: 'have', text: `It is at desk ${number}.`, name: 'Kim' }).toString();
  const { response } = await ask(url, { headers, body: form });
  if (response.statusCode !== 303) throw new Error(`A finder's message was answered ${response.statusCode}.`);
}

type Live = AsyncDisposable & { unreadReaches(count: number): Promise<number> };

async function openLive(origin: string, cookie: string): Promise<Live> {
  const request = get(`${origin}/live`, { headers: { cookie } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const heardAt = new EventTarget();
  const lines = createInterface({ input: response }).on('line', (line) => {
    const unread = /^data: \{"unread":(\d+)\}$/.exec(line)?.[1];
    if (unread) heardAt.dispatchEvent(new Event(unread));
  });
  return {
    async unreadReaches(count) {
      await once(heardAt, String(count), { signal: AbortSignal.timeout(patienceMs) });
      return performance.now();
    },
    async [Symbol.asyncDispose]() {
      lines.close();
      request.destroy();
    },
  };
}
