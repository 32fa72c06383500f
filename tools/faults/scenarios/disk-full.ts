import { execFile } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { count } from '../count.ts';
import { sendFinders } from '../finders.ts';
import { type Fault, isKept, refusals } from '../report.ts';
import { openWorld, visitorAt } from '../world.ts';

const run = promisify(execFile);
const diskSize = '160m';
const fault = 'Disk full for 3 s, then free again';
const fullMs = 3_000;

export const diskFull: Fault = async ({ mailPatience }) => {
  if (process.getuid?.() !== 0) return [{ fault, seen: 'needs root, for a small disk', held: undefined }];
  await using world = await openWorld({ makeDataDir: mountSmallDisk });
  const { product, folder, path, mailbox } = world;
  const load = sendFinders([product.url], path);
  await load.moreAcknowledged(20);
  const filler = join(folder, 'data', 'filler');
  await fill(filler);
  // What is free inside PostgreSQL's own files takes some messages more, until its log needs room.
  await setTimeout(fullMs);
  const ready = await visitorAt(product.url)
    .get('/readyz')
    .catch(() => undefined);
  const words = /no space|disk .* full|corrupt/i.exec(product.output())?.[0];
  await rm(filler);
  const stopped = await endedAlready(product.ended());
  if (stopped) await product.start();
  const ledger = await load.stop();
  const counts = await count(ledger, await world.database(), mailbox, mailPatience);
  const seen = [
    `/readyz ${ready?.status ?? 'unanswered'}`,
    stopped ? `the product ended${words ? ` (“${words}”)` : ''}` : 'the product stayed',
    `sent again: ${refusals(ledger)}`,
  ];
  const isSaid = !ledger.refused.has(500) && ready?.status === 503;
  return [{ fault, counts, seen: seen.join(', '), held: isKept(counts) && isSaid }];
};

async function mountSmallDisk(path: string, stack: AsyncDisposableStack): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${diskSize},mode=0700`, 'tmpfs', path]);
  stack.defer(async () => void (await run('umount', [path])));
}

async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const size of [1 << 20, 1 << 12]) {
      const block = Buffer.alloc(size);
      while (await writeAll(file, block));
    }
  } finally {
    await file.close();
  }
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, block: Buffer): Promise<boolean> {
  try {
    return (await file.write(block)).bytesWritten === block.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}

function endedAlready(ended: Promise<void>): Promise<boolean> {
  return Promise.race([ended.then(() => true), setTimeout(500).then(() => false)]);
}
