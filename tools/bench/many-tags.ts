import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { makeItem, type Person } from '../../test/make.ts';
import { probeQuiet, timed } from './ask.ts';
import { item } from './item.ts';
import { memoryPeak, promote } from './server.ts';
import { formatInteger, inMegabytes, median, type Row, type Started } from './table.ts';

const printed = 500;
const prints = 3;
const order = { sheet: 'avery-l7160', items: 'all', texts: 'note' };

/** How long a batch of tags takes, how much memory more than before the server needs for it, and how long a finder waits meanwhile. */
export async function measureTagBatch({ server, owner, path, sizes }: Started): Promise<Row[]> {
  await promote(server, owner);
  const probeMeanwhile = await probeQuiet(`${server.url}${path}?x=1`);
  const memory = await memoryPeak(server.pid);
  const startedAt = performance.now();
  const page = await probeMeanwhile(makeBatch(owner, sizes.tags), 2);
  const seconds = (performance.now() - startedAt) / 1_000;
  const batch = `Batch of ${formatInteger(sizes.tags)} tags`;
  return [
    { figure: batch, ours: `${seconds.toFixed(1)} s` },
    { figure: `${batch}, peak of memory`, ours: `${inMegabytes(await memory.more())} more than before` },
    page.row,
  ];
}

async function makeBatch(owner: Person, count: number): Promise<void> {
  const { id } = await owner.call('makeTagBatch', { count, name: '', note: '', key: randomUUID() });
  const isMade = async () => (await owner.call('getTagBatch', { id })).state === 'made';
  while (!(await isMade())) await pause(250);
}

/** How long a PDF of as many tags as can be printed takes, and how much memory more than before the server needs for it at most. */
export async function measurePrinting({ server }: Started): Promise<Row[]> {
  const owner = await server.owner();
  for (let tag = 0; tag < printed; tag += 1) await makeItem(owner, item);
  const memory = await memoryPeak(server.pid);
  const took: number[] = [];
  for (let print = 0; print < prints; print += 1) took.push(await timed(() => printAll(owner)));
  const figure = `PDF of ${printed} tags with name and note`;
  return [
    { figure: `${figure}, median of ${prints}`, ours: `${(median(took) / 1_000).toFixed(1)} s` },
    { figure: `${figure}, peak of memory`, ours: `${inMegabytes(await memory.more())} more than before` },
  ];
}

async function printAll(owner: Person): Promise<void> {
  const response = await owner.postJson('/items/print', { data: order });
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}
