import { setTimeout as pause } from 'node:timers/promises';
import sharp, { type JpegOptions } from 'sharp';
import { makeItem } from '../../test/make.ts';
import { ask, timed, whilePending } from './ask.ts';
import { memoryOf } from './server.ts';
import { atMost, compare, percentile, type Row, type Started } from './table.ts';

const pictures = 6;
const mostMegabytes = 150;

/** What photographs cost that several owners send as their cameras made them, and what a finder notices of it. */
export async function measurePictureUpload({ server, owner, path }: Started): Promise<Row[]> {
  const plain = await drawPhotograph(24);
  const progressive = await drawPhotograph(14, { progressive: true, chromaSubsampling: '4:4:4' });
  const items: string[] = [];
  for (let n = 0; n < pictures; n += 1) items.push((await makeItem(owner)).id);
  const upload = async (n: number, photograph: Buffer) => {
    const data = { itemId: items[n], key: crypto.randomUUID() };
    const { ok, status } = await owner.upload('setPicture', data, new Uint8Array(photograph));
    if (!ok) throw new Error(`A picture was answered ${status}.`);
  };
  const timePage = () => timed(() => ask(server.url + path));
  const megabytesNow = async () => (await memoryOf(server.pid)).now / 1e6;
  // The first ones load what decodes.
  for (const photograph of [plain, progressive]) await upload(0, photograph);
  const quiet = await whilePending(pause(2_000), timePage);
  const before = await megabytesNow();
  const startedAt = performance.now();
  let seconds = 0;
  const sending = Promise.all(
    items.map(async (_, n) => {
      await upload(n, n % 2 ? progressive : plain);
      seconds = (performance.now() - startedAt) / 1_000;
    }),
  );
  const [memory, busy] = await Promise.all([whilePending(sending, megabytesNow), whilePending(sending, timePage)]);
  const megabytes = Math.max(...memory) - before;
  return [
    {
      figure: `Picture upload: ${pictures} photographs at once, of 24 megapixels and progressive ones of 14, until the last is stored`,
      ours: `${seconds.toFixed(1)} s`,
    },
    {
      figure: 'Picture upload: memory of the server meanwhile, more than before',
      ours: `${megabytes.toFixed(0)} MB`,
      target: atMost(megabytes, mostMegabytes, ' MB'),
    },
    compare({
      figure: `Picture upload: the finder’s page meanwhile, p90 of ${busy.length}`,
      ours: percentile(busy, 90),
      baseline: percentile(quiet, 90),
      of: 'in quiet',
      mostTimes: 3,
    }),
  ];
}

function drawPhotograph(megapixels: number, options: JpegOptions = {}): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const canvas = { width: megapixels * 250, height: 4_000, channels: 3, background: '#888', noise } as const;
  return sharp({ create: canvas })
    .jpeg({ quality: 40, ...options })
    .toBuffer();
}
