import { setTimeout as pause } from 'node:timers/promises';
import { measureLiveLatency } from './live-latency.ts';
import { inMegabytes, memoryOf } from './memory.ts';
import { openStreams, streamsOfOwners } from './open-streams.ts';
import { signUpOwner } from './owner.ts';
import type { HandbackServer } from './server.ts';
import { formatInteger, type Row } from './table.ts';

const count = 10_000;
/** Garbage of opening them goes meanwhile. */
const settleMs = 10_000;
const mostBytesEach = 50_000;

/** What 10,000 open pages cost the one process, and how late news then are. */
export async function measureManyStreams(server: HandbackServer): Promise<Row[]> {
  const streams = await streamsOfOwners(server, count);
  await server.restart();
  const owner = await signUpOwner(server, 'streams@example.com');
  const path = await owner.addItem();
  const before = await memoryOf(server.pid);
  using open = openStreams(server, streams);
  await open.allOpen();
  await pause(settleMs);
  const after = await memoryOf(server.pid);
  const each = (after.now - before.now) / count;
  const latency = await measureLiveLatency(server, owner, path);
  return [
    {
      figure: `Memory of a live stream, of ${formatInteger(count)} on one process (${inMegabytes(before.now)} before, ${inMegabytes(after.now)} with them)`,
      ours: `${formatInteger(each / 1000)} kB`,
      target: { text: `≤ ${mostBytesEach / 1000} kB`, met: each <= mostBytesEach },
    },
    ...latency.map((row) => ({ ...row, figure: `${row.figure}, with ${formatInteger(count)} streams open` })),
  ];
}
