import { setTimeout as pause } from 'node:timers/promises';
import { ask } from './ask.ts';
import { openDatabase } from './database.ts';
import { percentile } from './median.ts';
import { inMegabytes, memoryOf } from './memory.ts';
import { signUpOwner } from './owner.ts';
import { probePage } from './probe-page.ts';
import type { HandbackServer } from './server.ts';
import { formatInteger, type Row } from './table.ts';

const messages = 10_000;
const overMs = 60_000;
const networks = 2_000;
/** One in so many is a finder's who read the page first, in a network of their own. */
const genuineEvery = 250;
const atOnce = 32;
const readingMs = 3_500;
const quietMs = 10_000;
const mostMails = 10;

const email = 'flooded@example.com';

type Sender = { network: string; cookie?: string };

/** What 10,000 messages in a minute to one item do to the owner, to the other finders, and to the process. */
export async function measureMessageFlood(server: HandbackServer): Promise<Row[]> {
  const owner = await signUpOwner(server, email);
  const path = await owner.addItem();
  const page = server.origin + path;
  const drawn = `${page}?x=1`;
  const quiet = percentile(await probePage(drawn, pause(quietMs)), 99);
  const genuine: Sender[] = [];
  for (let number = 0; number < messages / genuineEvery; number += 1)
    genuine.push(await openPage(page, `10.4.0.${number}`));
  await pause(readingMs);
  const before = await memoryOf(server.pid);
  const startedAt = performance.now();
  const flood = sendAll(messages, startedAt, (number) => {
    const finder = number % genuineEvery === 0 ? genuine[number / genuineEvery] : undefined;
    const robot = number % networks;
    return send(page, finder ?? { network: `10.3.${robot >> 8}.${robot & 255}` }, textOf(number, finder));
  });
  const times = await probePage(drawn, flood);
  const seconds = (performance.now() - startedAt) / 1000;
  const stored = await readStored(server);
  const after = await memoryOf(server.pid);
  const busy = percentile(times, 99);
  const what = `${formatInteger(messages)} messages to one item in ${seconds.toFixed(0)} s`;
  return [
    {
      figure: `${what}: emails about them, within that time`,
      ours: String(stored.mails),
      target: { text: `≤ ${mostMails}`, met: stored.mails <= mostMails },
    },
    {
      figure: `${what}: messages lost; genuine ones lost or held, of ${genuine.length}`,
      ours: `${messages - stored.all}; ${genuine.length - stored.genuine}`,
      target: { text: '0; 0', met: stored.all === messages && stored.genuine === genuine.length },
    },
    {
      figure: `${what}: memory of the process at most, ${inMegabytes(before.now)} before`,
      ours: inMegabytes(after.most),
    },
    {
      figure: `${what}: uncached finder’s page meanwhile, p99 of ${times.length}`,
      ours: `${busy.toFixed(1)} ms`,
      baseline: `${quiet.toFixed(1)} ms (in quiet)`,
      ratio: busy / quiet,
      target: { text: '≤ 5', met: busy <= 5 * quiet },
    },
  ];
}

const acceptedFor = 10;

/** As many messages as it takes, each to one of several items, from networks that are below the limits. */
export async function measureAccepted(server: HandbackServer): Promise<Row[]> {
  const owner = await signUpOwner(server, 'accepting@example.com');
  const paths: string[] = [];
  for (let number = 0; number < atOnce; number += 1) paths.push(await owner.addItem());
  const until = performance.now() + acceptedFor * 1000;
  let accepted = 0;
  const sending = paths.map(async (path, at) => {
    for (let number = 0; performance.now() < until; number += 1) {
      await send(
        server.origin + path,
        { network: `10.${100 + at}.${number >> 8}.${number & 255}` },
        `Message ${number}`,
      );
      accepted += 1;
    }
  });
  await Promise.all(sending);
  return [
    {
      figure: `Finders’ messages accepted per second, ${atOnce} at once, to one owner, for ${acceptedFor} s`,
      ours: formatInteger(accepted / acceptedFor),
    },
  ];
}

/** Evenly over a minute, or as fast as they are taken. */
async function sendAll(count: number, startedAt: number, one: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const senders = Array.from({ length: atOnce }, async () => {
    for (let number = next++; number < count; number = next++) {
      await pause(Math.max(0, startedAt + (number / count) * overMs - performance.now()));
      await one(number);
    }
  });
  await Promise.all(senders);
}

async function openPage(url: string, network: string): Promise<Sender> {
  const { response } = await ask(url, { headers: { 'x-forwarded-for': network } });
  return { network, cookie: response.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '' };
}

const textOf = (number: number, finder: Sender | undefined) => `${finder ? 'Genuine' : 'Spam'} ${number}`;

async function send(url: string, { network, cookie }: Sender, text: string): Promise<void> {
  const headers = {
    'x-forwarded-for': network,
    'content-type': 'application/x-www-form-urlencoded',
    ...(cookie && { cookie }),
  };
  const { response } = await ask(url, { headers, body: new URLSearchParams({ text }).toString() });
  if (response.statusCode !== 303) throw new Error(`A finder's message was answered ${response.statusCode}.`);
}

async function readStored(server: HandbackServer) {
  await using database = await openDatabase(server.dataDir);
  const { rows } = await database.query(
    `select count(*) as all, count(*) filter (where text like 'Genuine%' and held_reason is null) as genuine,
      (select count(*) from outgoing_mails
        where uid = users.uid and (purpose like 'new-message%' or purpose = 'held-messages')) as mails
    from web_messages join users on users.uid = owner_id where email = $1 group by users.uid`,
    [email],
  );
  const [{ all, genuine, mails }] = rows as [Record<'all' | 'genuine' | 'mails', string>];
  return { all: Number(all), genuine: Number(genuine), mails: Number(mails) };
}
