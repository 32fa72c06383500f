import { readFile } from 'node:fs/promises';
import sharp, { type JpegOptions } from 'sharp';
import { ask } from './ask.ts';
import { percentile } from './median.ts';
import type { Owner } from './owner.ts';
import type { HandbackServer } from './server.ts';
import type { Row } from './table.ts';

const pictures = 6;
const mostMegabytes = 150;
const mostTimes = 3;
const sampleMs = 20;

/** What photographs cost that several owners send as their cameras made them, and what a finder notices of it. */
export async function measurePictureUpload(server: HandbackServer, owner: Owner, path: string): Promise<Row[]> {
  const plain = await drawPhotograph(24);
  const progressive = await drawPhotograph(14, { progressive: true, chromaSubsampling: '4:4:4' });
  const items: string[] = [];
  for (let n = 0; n < pictures; n += 1) items.push(await idOf(owner, await owner.addItem()));
  // The first ones load what decodes.
  for (const photograph of [plain, progressive]) await owner.upload('setPicture', { itemId: items[0] }, photograph);
  const quiet = await whilePending(pause(2_000), () => timePage(server, path));
  const before = await memoryOf(server);
  const startedAt = performance.now();
  let seconds = 0;
  const sending = Promise.all(
    items.map(async (itemId, n) => {
      await owner.upload('setPicture', { itemId }, n % 2 ? progressive : plain);
      seconds = (performance.now() - startedAt) / 1_000;
    }),
  );
  const [memory, busy] = await Promise.all([
    whilePending(sending, async () => {
      await pause(sampleMs);
      return memoryOf(server);
    }),
    whilePending(sending, () => timePage(server, path)),
  ]);
  const [ours, baseline] = [percentile(busy, 90), percentile(quiet, 90)];
  const megabytes = Math.max(...memory) - before;
  return [
    {
      figure: `Picture upload: ${pictures} photographs at once, of 24 megapixels and progressive ones of 14, until the last is stored`,
      ours: `${seconds.toFixed(1)} s`,
    },
    {
      figure: 'Picture upload: memory of the server meanwhile, more than before',
      ours: `${megabytes.toFixed(0)} MB`,
      target: { text: `≤ ${mostMegabytes} MB`, met: megabytes <= mostMegabytes },
    },
    {
      figure: `Picture upload: the finder’s page meanwhile, p90 of ${busy.length}`,
      ours: `${ours.toFixed(1)} ms`,
      baseline: `${baseline.toFixed(1)} ms (in quiet)`,
      ratio: ours / baseline,
      target: { text: `≤ ${mostTimes}`, met: ours / baseline <= mostTimes },
    },
  ];
}

function drawPhotograph(megapixels: number, options: JpegOptions = {}): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const canvas = { width: megapixels * 250, height: 4_000, channels: 3, background: '#888', noise } as const;
  return sharp({ create: canvas })
    .jpeg({ quality: 40, ...options })
    .toBuffer();
}

async function idOf(owner: Owner, path: string): Promise<string> {
  const { item } = await owner.call<{ item: { id: string } }>('readTag', { hash: path.slice('/item/'.length) });
  return item.id;
}

async function timePage({ origin }: HandbackServer, path: string): Promise<number> {
  // Few enough that the memory is that of the pictures.
  await pause(sampleMs);
  const startedAt = performance.now();
  const { response } = await ask(origin + path, { headers: {} });
  if (response.statusCode !== 200) throw new Error(`The page was answered ${response.statusCode}.`);
  return performance.now() - startedAt;
}

/** In megabytes, that are in use. */
async function memoryOf({ pid }: HandbackServer): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_000;
}

/** Measures again and again until something has ended. */
async function whilePending(pending: Promise<unknown>, measure: () => Promise<number>): Promise<number[]> {
  let isOver = false;
  const ended = pending.finally(() => {
    isOver = true;
  });
  const measured: number[] = [];
  do measured.push(await measure());
  while (!isOver);
  await ended;
  return measured;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
