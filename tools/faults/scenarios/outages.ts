import { execFile } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Failure, type Line, openLine } from '../line.ts';
import { read, sendFinders } from '../people.ts';
import { type Fault, inSeconds, type Row, rowOf, type Scale } from '../report.ts';
import { openTwoProcesses, openWorld, visitorAt } from '../world.ts';

const run = promisify(execFile);
const diskSize = '160m';
const fullMs = 3_000;
const [postMs, readyMs, stopMs] = [5_000, 2_000, 3_000];
const untilSendingMs = 500;

export const diskFull: Fault = async (scale) => {
  const fault = 'Disk full for 3 s, then free again';
  if (process.getuid?.() !== 0) return [{ fault, seen: 'needs root, for a small disk', held: undefined }];
  await using world = await openWorld({ makeDataDir: mountSmallDisk });
  const { product, folder, path } = world;
  const load = sendFinders([product.url], path);
  await load.moreAcknowledged(20);
  const filler = join(folder, 'data', 'filler');
  await fill(filler);
  const { promise: over, resolve: end } = Promise.withResolvers<undefined>();
  const words: string[] = [];
  // As a service manager does: the embedded database ends when its journal has no room, and the product with it.
  const managed = (async () => {
    while (await Promise.race([product.ended().then(() => true), over])) {
      words.push(/disk .* full|no space|corrupt/i.exec(product.output())?.[0] ?? 'without a word');
      await product.start();
    }
  })();
  // What is free inside PostgreSQL's own files takes some messages more, until its log needs room.
  await setTimeout(fullMs);
  const ready = await read(visitorAt(product.url), '/readyz');
  await rm(filler);
  const ledger = await load.stop();
  end(undefined);
  await managed;
  const seen = [
    `/readyz ${ready?.status ?? 'unanswered'}`,
    words.length > 0 ? `the product ended (“${words.join('”, “')}”)` : 'the product stayed',
  ];
  const isSaid = !ledger.refused.has(500) && (ready?.status === 503 || words.some((each) => /full|space/.test(each)));
  return [await rowOf(fault, world, ledger, scale, { seen, holds: isSaid })];
};

async function mountSmallDisk(path: string, stack: AsyncDisposableStack): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${diskSize},mode=0700`, 'tmpfs', path]);
  stack.defer(async () => void (await run('umount', [path])));
}

async function fill(path: string): Promise<void> {
  await using file = await open(path, 'w');
  for (const size of [1 << 20, 1 << 12]) {
    const block = Buffer.alloc(size);
    for (let hasRoom = true; hasRoom; ) {
      hasRoom = await file.write(block).then(
        ({ bytesWritten }) => bytesWritten === size,
        (error) => {
          if (error.code !== 'ENOSPC') throw error;
          return false;
        },
      );
    }
  }
}

export const frozenDatabase: Fault = async (scale) => {
  const { silenceMs } = scale;
  await using world = await openTwoProcesses();
  const { product, other, postgres, path } = world;
  const finder = visitorAt(product.url);
  const text = 'Sent while nothing answers';
  await read(finder, path);
  const load = sendFinders([product.url, other.url], path);
  await load.moreAcknowledged(20);
  postgres.freeze();
  const thawed = setTimeout(silenceMs).then(postgres.thaw);
  const [post, ready, page] = await Promise.all([
    timed(() => read(finder, path, { text })),
    timed(() => read(visitorAt(product.url), '/readyz')),
    timed(() => read(visitorAt(product.url), path)),
  ]);
  await thawed;
  const ledger = await load.stop();
  if (post.status === 303) ledger.acknowledged.add(text);
  const seen = [`post ${post.words}`, `/readyz ${ready.words}`, `cached page ${page.words}`];
  const holds = post.ms <= postMs && ready.ms <= readyMs && page.status === 200 && page.ms <= readyMs;
  return [await rowOf(`External database frozen for ${inSeconds(silenceMs)}`, world, ledger, scale, { seen, holds })];
};

async function timed(act: () => Promise<{ status: number } | undefined>) {
  const startedAt = performance.now();
  const status = (await act())?.status;
  const ms = performance.now() - startedAt;
  return { status, ms, words: `${status ?? 'unanswered'} after ${inSeconds(ms)}` };
}

const failures: Record<Failure, string> = {
  hang: 'that takes connections and says nothing',
  refuse: 'that refuses everybody',
  drop: 'that breaks off when it has taken a mail',
};

/** Finders write while the mail server is out of order; then the product is stopped and started, and the mail server mended. */
export const mailServers: Fault = (scale) =>
  Promise.all((Object.keys(failures) as Failure[]).map((kind) => disturbMail(kind, scale)));

async function disturbMail(kind: Failure, scale: Scale): Promise<Row> {
  let line: Line | undefined;
  await using world = await openWorld({
    way: async (port, stack) => {
      line = stack.use(await openLine(port));
      return line.port;
    },
  });
  const { product, path } = world;
  line?.setFailure(kind);
  const load = sendFinders([product.url], path);
  await load.moreAcknowledged(10);
  await setTimeout(untilSendingMs);
  const ledger = await load.stop();
  const stoppedIn = await product.stop();
  line?.setFailure(undefined);
  await product.start();
  const seen = [`ended in ${inSeconds(stoppedIn)} at SIGTERM`];
  return await rowOf(`Mail server ${failures[kind]}`, world, ledger, scale, { seen, holds: stoppedIn <= stopMs });
}
