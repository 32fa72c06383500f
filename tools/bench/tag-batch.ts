import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { promote } from './administrator.ts';
import { percentile } from './median.ts';
import { memoryPeak } from './memory-peak.ts';
import type { Owner } from './owner.ts';
import { probePage } from './probe-page.ts';
import type { HandbackServer } from './server.ts';
import { formatInteger, type Row } from './table.ts';

const quietMs = 10_000;

/** How long a batch of tags takes, how much memory more than before the server needs for it, and how long a finder waits meanwhile. */
export async function measureTagBatch(
  server: HandbackServer,
  owner: Owner,
  path: string,
  count: number,
): Promise<Row[]> {
  await promote(server, owner);
  const page = `${server.origin}${path}?x=1`;
  const quiet = percentile(await probePage(page, pause(quietMs)), 99);
  const memory = await memoryPeak(server.pid);
  const startedAt = performance.now();
  const times = await probePage(page, makeBatch(owner, count));
  const seconds = (performance.now() - startedAt) / 1_000;
  const busy = percentile(times, 99);
  const batch = `Batch of ${formatInteger(count)} tags`;
  return [
    { figure: batch, ours: `${seconds.toFixed(1)} s` },
    { figure: `${batch}, peak of memory`, ours: `${formatInteger(await memory.more())} MB more than before` },
    {
      figure: `Uncached finder’s page meanwhile, p99 of ${times.length}`,
      ours: `${busy.toFixed(1)} ms`,
      baseline: `${quiet.toFixed(1)} ms (in quiet)`,
      ratio: busy / quiet,
      target: { text: '≤ 2', met: busy <= 2 * quiet },
    },
  ];
}

async function makeBatch(owner: Owner, count: number): Promise<void> {
  const { id } = await owner.call<{ id: string }>('makeTagBatch', { count, name: '', note: '', key: randomUUID() });
  const isMade = async () => (await owner.call<{ state: string }>('getTagBatch', { id })).state === 'made';
  while (!(await isMade())) await pause(250);
}
