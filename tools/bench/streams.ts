import { createHmac, randomBytes } from 'node:crypto';
import { on, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { hashToken } from '../../server/auth/tokens.ts';
import { deriveKeys } from '../../server/secret.ts';
import type { Product } from '../product.ts';
import { openPage, probeQuiet, type Sender, sendMessage } from './ask.ts';
import { type Stream, type StreamCount, startOther } from './other-process.ts';
import { addItem, cpuSeconds, memoryOf, openDatabase } from './server.ts';
import { atMost, formatInteger, inMegabytes, percentile, type Row, type Started } from './table.ts';

const owners = 5_000;
const strangers = 3_000;
/** Fewer than one network may have. */
const strangersOfNetwork = 40;
const many = 10_000;
/** Garbage of opening them goes meanwhile. */
const settleMs = 10_000;
const patienceMs = 180_000;
const posts = 400;
const postsPerSecond = 20;
const heardMs = 10_000;

/** After a restart every open page returns at once: how long until all have their stream again, and how long pages take meanwhile. */
export async function measureReturn({ server, path }: Started): Promise<Row[]> {
  await restart(server);
  const probeMeanwhile = await probeQuiet(`${server.url}${path}?x=1`);
  const streams: Stream[] = [
    ...(await streamsOfOwners(server, owners)),
    ...Array.from({ length: strangers }, (_, at) => ({
      path: '/live/everybody',
      network: `10.2.0.${Math.floor(at / strangersOfNetwork)}`,
    })),
  ];
  using open = openStreams(server, streams);
  await open.allOpen();
  await restart(server);
  const startedAt = performance.now();
  const { times, row } = await probeMeanwhile(open.allOpen(), 5);
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = (await cpuSeconds(server.pid)).toFixed(1);
  return [
    {
      figure: `${formatInteger(streams.length)} live streams back after a restart (${cpu} s of CPU time since its start)`,
      ours: `${seconds.toFixed(1)} s`,
      target: atMost(seconds, 20, ' s'),
    },
    { ...row, figure: `${row.figure} (longest ${Math.max(...times).toFixed(0)} ms)` },
  ];
}

/** What 10,000 open pages cost the one process, and how late news then are. */
export async function measureManyStreams({ server, ...others }: Started): Promise<Row[]> {
  const streams = await streamsOfOwners(server, many);
  await restart(server);
  const owner = await server.owner();
  const path = await addItem(owner);
  const before = (await memoryOf(server.pid)).now;
  using open = openStreams(server, streams);
  await open.allOpen();
  await pause(settleMs);
  const after = (await memoryOf(server.pid)).now;
  const kilobytes = (after - before) / many / 1000;
  const latency = await measureLiveLatency({ ...others, server, owner, path });
  return [
    {
      figure: `Memory of a live stream, of ${formatInteger(many)} on one process (${inMegabytes(before)} before, ${inMegabytes(after)} with them)`,
      ours: `${formatInteger(kilobytes)} kB`,
      target: atMost(kilobytes, 50, ' kB'),
    },
    ...latency.map((row) => ({ ...row, figure: `${row.figure}, with ${formatInteger(many)} streams open` })),
  ];
}

async function restart(server: Product): Promise<void> {
  await server.stop();
  await server.start();
}

/** Holds the streams in a process of its own, until they are disposed of. */
function openStreams(server: Product, streams: Stream[]) {
  const holder = startOther('hold', { port: Number(new URL(server.url).port), streams });
  return {
    /** Whenever they are next. */
    async allOpen() {
      const signal = AbortSignal.timeout(patienceMs);
      for await (const [{ open }] of on(holder, 'message', { signal }) as AsyncIterable<[StreamCount]>)
        if (open === streams.length) return;
    },
    [Symbol.dispose]: () => holder[Symbol.dispose](),
  };
}

/** One of each of so many owners, each signed in at an address of its own: through the door the passwords alone would take minutes. */
async function streamsOfOwners(server: Product, count: number): Promise<Stream[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(24).toString('base64url'));
  await using database = await openDatabase(server);
  await database.query(
    `with hashes as materialized (select 'many-' || gen_random_uuid() as uid, hash from unnest($1::text[]) as given (hash)),
      accounts as (
        insert into auth_users (id, name, email, email_verified)
        select uid, 'Kim', uid || '@example.com', true from hashes returning id, email
      ),
      profiles as (
        insert into users (uid, email, display_name, email_verified, created_at)
        select id, email, 'Kim', true, now() from accounts
      )
    insert into auth_sessions (id, token, user_id, expires_at)
    select uid, hash, uid, now() + interval '30 days' from hashes`,
    [tokens.map(hashToken)],
  );
  const secret = (await readFile(join(server.dataDir, 'secret'), 'utf8')).trim();
  const key = deriveKeys(secret).key('session').toString('base64url');
  return tokens.map((token, at) => {
    const signed = `${token}.${createHmac('sha256', key).update(token).digest('base64')}`;
    const cookie = `handback.session_token=${encodeURIComponent(signed)}`;
    return { path: '/live', cookie, network: `10.1.${at >> 8}.${at & 255}` };
  });
}

/** From the moment a finder's form is sent until the owner's open page is told the new number of unread messages. */
export async function measureLiveLatency({ server, owner, path }: Started): Promise<Row[]> {
  const url = server.url + path;
  const finders: Sender[] = [];
  // Each has an address and a browser of its own, or the limits against floods would be what is measured.
  for (let number = 0; number < posts; number += 1)
    finders.push(await openPage(url, `10.0.${number >> 8}.${number & 255}`));

  await using live = await openLive(server.url, owner.cookie);
  const latencies: number[] = [];
  for (const [number, finder] of finders.entries()) {
    const due = pause(1_000 / postsPerSecond);
    const heard = live.unreadReaches(number + 1);
    const sentAt = performance.now();
    const form = { answer: 'have', text: `It is at desk ${number}.`, name: 'Kim' };
    await Promise.all([sendMessage(url, finder, form), heard]);
    latencies.push((await heard) - sentAt);
    await due;
  }
  return [50, 99].map((percent) => {
    const ms = percentile(latencies, percent);
    return {
      figure: `Finder’s post to the owner’s live event, p${percent} of ${posts}`,
      ours: `${ms.toFixed(1)} ms`,
      ...(percent === 99 && { target: atMost(ms, 50, ' ms') }),
    };
  });
}

type Live = AsyncDisposable & { unreadReaches(count: number): Promise<number> };

async function openLive(origin: string, cookie: string): Promise<Live> {
  const request = get(`${origin}/live`, { headers: { cookie } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const heardAt = new EventTarget();
  const lines = createInterface({ input: response }).on('line', (line) => {
    const unread = /^data: \{"unread":(\d+)\}$/.exec(line)?.[1];
    if (unread) heardAt.dispatchEvent(new Event(unread));
  });
  return {
    async unreadReaches(count) {
      await once(heardAt, String(count), { signal: AbortSignal.timeout(heardMs) });
      return performance.now();
    },
    async [Symbol.asyncDispose]() {
      lines.close();
      request.destroy();
    },
  };
}
