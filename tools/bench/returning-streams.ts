import { setTimeout as pause } from 'node:timers/promises';
import { cpuSeconds } from './cpu-time.ts';
import { percentile } from './median.ts';
import { openStreams, streamsOfOwners } from './open-streams.ts';
import { probePage } from './probe-page.ts';
import type { HandbackServer } from './server.ts';
import type { Stream } from './stream-holder.ts';
import type { Row } from './table.ts';

const owners = 5_000;
const strangers = 3_000;
/** Fewer than one network may have. */
const strangersOfNetwork = 40;
const quietMs = 10_000;

/** After a restart every open page returns at once: how long until all have their stream again, and how long pages take meanwhile. */
export async function measureReturn(server: HandbackServer, path: string): Promise<Row[]> {
  const drawn = `${server.origin}${path}?x=1`;
  await server.restart();
  const quiet = percentile(await probePage(drawn, pause(quietMs)), 99);
  const streams: Stream[] = [
    ...(await streamsOfOwners(server, owners)),
    ...Array.from({ length: strangers }, (_, at) => ({
      path: '/live/everybody',
      network: `10.2.0.${Math.floor(at / strangersOfNetwork)}`,
    })),
  ];
  using open = openStreams(server, streams);
  await open.allOpen();
  await server.restart();
  const startedAt = performance.now();
  const back = open.allOpen();
  const times = await probePage(drawn, back);
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
}
