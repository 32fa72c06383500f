import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { openPage, type Sender, sendMessage } from './ask.ts';
import { atMost, percentile, type Row, type Started } from './table.ts';

const posts = 400;
const postsPerSecond = 20;
const patienceMs = 10_000;

/** From the moment a finder's form is sent until the owner's open page is told the new number of unread messages. */
export async function measureLiveLatency({ server, owner, path }: Started): Promise<Row[]> {
  const url = server.origin + path;
  const finders: Sender[] = [];
  // Each has an address and a browser of its own, or the limits against floods would be what is measured.
  for (let number = 0; number < posts; number += 1)
    finders.push(await openPage(url, `10.0.${number >> 8}.${number & 255}`));

  await using live = await openLive(server.origin, owner.cookie);
  const latencies: number[] = [];
  for (const [number, finder] of finders.entries()) {
    const due = pause(1_000 / postsPerSecond);
    const heard = live.unreadReaches(number + 1);
    const sentAt = performance.now();
    const form = { answer: 'have', text: `It is at desk ${number}.`, name: 'Kim' };
    await Promise.all([sendMessage(url, finder, form), heard]);
    latencies.push((await heard) - sentAt);
    await due;
  }
  return [50, 99].map((percent) => {
    const ms = percentile(latencies, percent);
    return {
      figure: `Finder’s post to the owner’s live event, p${percent} of ${posts}`,
      ours: `${ms.toFixed(1)} ms`,
      ...(percent === 99 && { target: atMost(ms, 50, ' ms') }),
    };
  });
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
