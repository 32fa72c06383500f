import { setTimeout as pause } from 'node:timers/promises';
import { makeItem, type Person } from '../../test/make.ts';
import type { Product } from '../product.ts';
import { openPage, probeQuiet, type Sender, sendMessage } from './ask.ts';
import { addItem, memoryOf, openDatabase } from './server.ts';
import { formatInteger, inMegabytes, type Row, type Started } from './table.ts';

const messages = 10_000;
const overMs = 60_000;
const networks = 2_000;
/** One in so many is a finder's, in a network of their own. */
const genuineEvery = 250;
/** One in so many is a robot's that opens the page first, as a browser does, and answers at once. */
const quickEvery = 9;
const atOnce = 32;
const mostMails = 10;
const mostMarkedMails = 5;

/** What 10,000 messages in a minute to one lost item do to the owner, to the other finders, and to the process. */
export async function measureMessageFlood({ server }: Started): Promise<Row[]> {
  const owner = await server.owner();
  const { id, hash } = await makeItem(owner);
  await owner.call('markItemLost', { id });
  const page = `${server.url}/item/${hash}`;
  const probeMeanwhile = await probeQuiet(`${page}?x=1`);
  const genuine: Sender[] = [];
  for (let number = 0; number < messages / genuineEvery; number += 1)
    genuine.push(await openPage(page, `10.4.0.${number}`));
  const before = await memoryOf(server.pid);
  const startedAt = performance.now();
  const confirmed: string[] = [];
  const flood = sendAll(messages, startedAt, async (number) => {
    const finder = number % genuineEvery === 0 ? genuine[number / genuineEvery] : undefined;
    const robot = number % networks;
    const network = `10.3.${robot >> 8}.${robot & 255}`;
    const sender = finder ?? (number % quickEvery === 0 ? await openPage(page, network) : { network });
    const text = `${finder ? 'Genuine' : 'Spam'} ${number}`;
    // A finder's browser sends again what was not confirmed; a robot has more to send.
    while (!(await send(page, sender, text))) if (!finder) return;
    confirmed.push(text);
  });
  const what = `${formatInteger(messages)} messages to one lost item`;
  const { row } = await probeMeanwhile(flood, 5, `${what}: `);
  const seconds = (performance.now() - startedAt) / 1000;
  const stored = await readStored(server, owner);
  const lost = confirmed.filter((text) => !stored.texts.has(text));
  const after = await memoryOf(server.pid);
  return [
    {
      figure: `${what} in ${seconds.toFixed(0)} s: emails about them, and those marked as possibly automatic, within that time`,
      ours: `${stored.mails}; ${stored.marked}`,
      target: {
        text: `≤ ${mostMails}; ≤ ${mostMarkedMails}`,
        met: stored.mails <= mostMails && stored.marked <= mostMarkedMails,
      },
    },
    {
      figure: `${what}: lost of ${formatInteger(confirmed.length)} that were confirmed; lost or held of ${genuine.length} genuine ones`,
      ours: `${lost.length}; ${genuine.length - stored.genuine}`,
      target: { text: '0; 0', met: lost.length === 0 && stored.genuine === genuine.length },
    },
    {
      figure: `${what}: memory of the process at most, ${inMegabytes(before.now)} before`,
      ours: inMegabytes(after.most),
    },
    row,
  ];
}

const acceptedFor = 10;

/** As many messages as it takes, each to one of several items, from networks that are below the limits. */
export async function measureAccepted({ server }: Started): Promise<Row[]> {
  const owner = await server.owner();
  const paths: string[] = [];
  for (let number = 0; number < atOnce; number += 1) paths.push(await addItem(owner));
  const until = performance.now() + acceptedFor * 1000;
  let accepted = 0;
  const sending = paths.map(async (path, at) => {
    for (let number = 0; performance.now() < until; number += 1) {
      const sender = { network: `10.${100 + at}.${number >> 8}.${number & 255}` };
      if (await send(server.url + path, sender, `Message ${number}`)) accepted += 1;
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

/** @returns whether it was confirmed; under too much load the answer is 503 */
async function send(url: string, sender: Sender, text: string): Promise<boolean> {
  return (await sendMessage(url, sender, { text }, [303, 503])) === 303;
}

async function readStored(server: Product, { email }: Person) {
  await using database = await openDatabase(server);
  const { rows } = await database.query(
    `select text, held_reason,
      (select count(*) from outgoing_mails where uid = users.uid and purpose like 'new-message%') as mails,
      (select count(*) from outgoing_mails where uid = users.uid and purpose = 'held-messages') as marked
    from web_messages join users on users.uid = owner_id where email = $1`,
    [email],
  );
  const found = rows as { text: string; held_reason: string | null; mails: string; marked: string }[];
  const genuine = found.filter(({ text, held_reason }) => text.startsWith('Genuine') && held_reason === null);
  return {
    texts: new Set(found.map(({ text }) => text)),
    genuine: genuine.length,
    mails: Number(found[0]?.mails),
    marked: Number(found[0]?.marked),
  };
}
