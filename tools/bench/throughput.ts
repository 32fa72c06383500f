import { setTimeout as pause } from 'node:timers/promises';
import type { Result } from 'autocannon';
import { ask } from './ask.ts';
import { type Canned, heard, startOther } from './other-process.ts';
import { cpuSeconds } from './server.ts';
import { formatInteger, median, type Row, type Started } from './table.ts';

const rounds = 15;
const secondsPerRun = 1;

/** A phone's browser that follows a scanned link for the first time: it carries no cookie. */
const finder = {
  'sec-ch-ua': '"Chromium";v="150", "Not_A Brand";v="24"',
  'sec-ch-ua-mobile': '?1',
  'sec-ch-ua-platform': '"Android"',
  'upgrade-insecure-requests': '1',
  'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'sec-fetch-site': 'none',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-user': '?1',
  'sec-fetch-dest': 'document',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-US,en;q=0.9',
};

const addedByNode = /^(date|connection|keep-alive)$/i;

type Target = { url: string; pid: number };
type Speed = { perSecond: number; perCpuSecond: number };
type Round = Record<'bare' | 'cached' | 'drawn', Speed>;

/**
 * The finder's page against node:http alone answering the same bytes. On two cores autocannon is slower than either server,
 * and its requests/s flatter whoever is measured; requests per second of the server's CPU time do not: those are judged.
 * The speed of a shared machine changes from minute to minute, so many short rounds are each compared within themselves.
 */
export async function measureThroughput({ server, path }: Started): Promise<Row[]> {
  using bareServer = startOther('bare', await cachedResponse(server.url + path));
  const { port } = await heard<{ port: number }>(bareServer);
  const bare = { url: `http://localhost:${port}${path}`, pid: bareServer.pid ?? 0 };
  const cached = { url: server.url + path, pid: server.pid };
  const drawn = { url: `${server.url}${path}?x=1`, pid: server.pid };
  if ((await ask(drawn.url, { headers: finder })).response.headers.etag) throw new Error('?x=1 is cached now.');
  for (const target of [bare, cached, drawn]) await load(target);
  const measured: Round[] = [];
  while (measured.length < rounds) {
    measured.push({ bare: await load(bare), cached: await load(cached), drawn: await load(drawn) });
  }
  return [
    compareSpeed('Cached finder’s page, requests/s', 'cached', 'perSecond', measured),
    compareSpeed('Cached finder’s page, requests per CPU second', 'cached', 'perCpuSecond', measured, 0.95),
    compareSpeed('Uncached finder’s page, requests/s', 'drawn', 'perSecond', measured),
    compareSpeed('Uncached finder’s page, requests per CPU second', 'drawn', 'perCpuSecond', measured, 0.06),
  ];
}

/** A real response of the page cache, once it is compressed as well as it goes; without the headers that node:http adds by itself. */
async function cachedResponse(url: string): Promise<Canned> {
  let latest: Canned | undefined;
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const { response, body } = await ask(url, { headers: finder });
    const headers = response.rawHeaders.flatMap((name, at, all) =>
      at % 2 === 0 && !addedByNode.test(name) ? [name, all[at + 1] ?? ''] : [],
    );
    if (response.headers.etag) latest = { headers, body };
    await pause(100);
  }
  if (!latest) throw new Error('The page never came from the cache.');
  return latest;
}

async function load({ url, pid }: Target): Promise<Speed> {
  const before = await cpuSeconds(pid);
  const generator = startOther('load', { url, headers: finder, connections: 32, duration: secondsPerRun });
  const { errors, non2xx, requests, duration } = await heard<Result>(generator);
  const cpu = (await cpuSeconds(pid)) - before;
  if (errors + non2xx > 0) throw new Error(`${errors + non2xx} requests to ${url} failed.`);
  return { perSecond: requests.total / duration, perCpuSecond: requests.total / cpu };
}

function compareSpeed(
  figure: string,
  page: 'cached' | 'drawn',
  unit: keyof Speed,
  all: Round[],
  atLeast?: number,
): Row {
  const ratio = median(all.map((round) => round[page][unit] / round.bare[unit]));
  const target = atLeast ? { text: `≥ ${atLeast}`, met: ratio >= atLeast } : undefined;
  return {
    figure,
    ours: formatInteger(median(all.map((round) => round[page][unit]))),
    baseline: `${formatInteger(median(all.map(({ bare }) => bare[unit])))} (bare node:http)`,
    ratio,
    ...(target && { target }),
  };
}
