import { median } from './median.ts';
import { memoryPeak } from './memory-peak.ts';
import { signUpOwner } from './owner.ts';
import type { HandbackServer } from './server.ts';
import { formatInteger, type Row } from './table.ts';

const tags = 500;
const prints = 3;
const order = { sheet: 'avery-l7160', items: 'all', texts: 'note' };

/** How long a PDF of as many tags as can be printed takes, and how much memory more than before the server needs for it at most. */
export async function measurePrinting(server: HandbackServer): Promise<Row[]> {
  const owner = await signUpOwner(server, 'printer@example.com');
  for (let tag = 0; tag < tags; tag += 1) await owner.addItem();
  const memory = await memoryPeak(server.pid);
  const seconds: number[] = [];
  for (let print = 0; print < prints; print += 1) seconds.push(await timePrint(server, owner.cookie));
  const more = await memory.more();
  const figure = `PDF of ${tags} tags with name and note`;
  return [
    { figure: `${figure}, median of ${prints}`, ours: `${median(seconds).toFixed(1)} s` },
    { figure: `${figure}, peak of memory`, ours: `${formatInteger(more)} MB more than before` },
  ];
}

async function timePrint({ origin }: HandbackServer, cookie: string): Promise<number> {
  const startedAt = performance.now();
  const headers = { 'content-type': 'application/json', cookie };
  const response = await fetch(`${origin}/items/print`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ data: order }),
  });
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
  return (performance.now() - startedAt) / 1_000;
}
