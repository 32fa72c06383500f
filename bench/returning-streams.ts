import { fork } from 'node:child_process';
import { on } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ask } from './ask.ts';
import { cpuSeconds } from './cpu-time.ts';
import { makeSessions } from './many-sessions.ts';
import { percentile } from './median.ts';
import type { HandbackServer } from './server.ts';
import type { Stream, StreamCount } from './stream-holder.ts';
import type { Row } from './table.ts';

const owners = 5_000;
const strangers = 3_000;
/** Fewer than one network may have. */
const strangersOfNetwork = 40;
const patienceMs = 180_000;
const probePauseMs = 20;
const quietMs = 10_000;

/** After a restart every open page returns at once: how long until all have their stream again, and how long pages take meanwhile. */
export async function measureReturn(server: HandbackServer, path: string): Promise<Row[]> {
  const drawn = `${server.origin}${path}?x=1`;
  await server.restart();
  const quiet = percentile(await probe(drawn, pause(quietMs)), 99);
  const cookies = await makeSessions(server.dataDir, owners);
  const streams: Stream[] = [
    ...cookies.map((cookie, at) => ({ path: '/live', cookie, network: `10.1.${at >> 8}.${at & 255}` })),
    ...Array.from({ length: strangers }, (_, at) => ({
      path: '/live/everybody',
      network: `10.2.0.${Math.floor(at / strangersOfNetwork)}`,
    })),
  ];
  const holder = fork(fileURLToPath(new URL('./stream-holder.ts', import.meta.url)));
  try {
    const openReaches = async (wanted: number) => {
      const signal = AbortSignal.timeout(patienceMs);
      for await (const [{ open }] of on(holder, 'message', { signal }) as AsyncIterable<[StreamCount]>)
        if (open === wanted) return;
    };
    const allOpen = openReaches(streams.length);
    holder.send({ port: Number(new URL(server.origin).port), streams });
    await allOpen;
    await server.restart();
    const startedAt = performance.now();
    const back = openReaches(streams.length);
    const times = await probe(drawn, back);
    const seconds = (performance.now() - startedAt) / 1000;
    const busy = percentile(times, 99);
    const cpu = await cpuSeconds(server.pid);
    return [
      {
        figure: `${streams.length.toLocaleString('en')} live streams back after a restart (${cpu.toFixed(1)} s of CPU time since its start)`,
        ours: `${seconds.toFixed(1)} s`,
        target: { text: '≤ 20 s', met: seconds <= 20 },
      },
      {
        figure: `Uncached finder’s page meanwhile, p99 of ${times.length} (longest ${Math.max(...times).toFixed(0)} ms)`,
        ours: `${busy.toFixed(1)} ms`,
        baseline: `${quiet.toFixed(1)} ms (in quiet)`,
        ratio: busy / quiet,
        target: { text: '≤ 5', met: busy <= 5 * quiet },
      },
    ];
  } finally {
    holder.kill();
  }
}

/** Asks for the page over and over until it is over. @returns the milliseconds that each took */
async function probe(url: string, until: Promise<unknown>): Promise<number[]> {
  let over = false;
  const watched = until.finally(() => {
    over = true;
  });
  const times: number[] = [];
  while (!over) {
    const startedAt = performance.now();
    const { response } = await ask(url, { headers: { 'accept-encoding': 'br' } });
    if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}.`);
    times.push(performance.now() - startedAt);
    await Promise.race([pause(probePauseMs), watched]);
  }
  await watched;
  return times;
}
