import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { type StripeServer, startStripe, stripeEnv } from '../../../test/stripe.ts';
import { openShopIn, sendBuyers } from '../buyers.ts';
import { disturb, type Load, sendFinders } from '../people.ts';
import type { ChangeName } from '../preload.ts';
import { countOrders, type Fault, isKept, type Row, refusals, rowOf, type Scale } from '../report.ts';
import { openWorld, type World } from '../world.ts';

export const killApp: Fault = (scale) => killUnderMessages(`App killed ${scale.kills} times`, scale, killAndStart);

/** The embedded database alone is killed: the app ends, and is started again as a service manager does. */
export const killDatabase: Fault = (scale) => {
  const kills = Math.ceil(scale.kills / 2);
  return killUnderMessages(`Embedded database killed ${kills} times`, { ...scale, kills }, async (world) => {
    const { host } = await world.database();
    process.kill(Number.parseInt(await readFile(`${host}/../postgres/postmaster.pid`, 'utf8'), 10), 'SIGKILL');
    await world.product.ended();
    await world.product.start();
  });
};

/** The control: the same kills of an app that acknowledges before the commit. A run that sees no loss here counts wrong. */
export const answerBeforeCommit: Fault = async (scale) => {
  const fault = `Control, app answers before the commit, killed ${scale.kills} times: must lose`;
  const [row] = await killUnderMessages(fault, scale, killAndStart, 'answer-before-commit');
  return row ? [{ ...row, held: (row.counts?.lost ?? 0) > 0 }] : [];
};

/** The app is killed while people order and Stripe tells of their payments. */
export const killWhileOrdering: Fault = (scale) => killUnderOrders(scale);

/** The control of it. */
export const orderBeforeCommit: Fault = async (scale) => {
  const rows = await killUnderOrders(scale, 'answer-before-commit');
  const held = rows.some(({ counts }) => (counts?.lost ?? 0) > 0);
  return rows.map((row) => ({
    ...row,
    fault: `Control, app answers before the commit: ${row.fault}: must lose`,
    held,
  }));
};

/** Finders write to the same app meanwhile: the short form of both. @returns the row of the messages comes last */
export const killWhileWritingAndOrdering: Fault = (scale) => killUnderOrders(scale, undefined, sendTo);

const sendTo = ({ product, path }: World) => sendFinders([product.url], path);

async function killAndStart({ product }: World, isArmed: boolean): Promise<void> {
  await product.kill();
  await product.start();
  if (isArmed) product.signal('SIGUSR2');
}

async function killUnderMessages(
  fault: string,
  scale: Scale,
  kill: typeof killAndStart,
  change?: ChangeName,
): Promise<Row[]> {
  await using world = await openWorld({ change, makeDataDir: scale.makeDataDir });
  if (change) world.product.signal('SIGUSR2');
  const load = sendTo(world);
  await disturb([load], scale.kills, async (time) => {
    await setTimeout((time * 7) % 50);
    await kill(world, Boolean(change));
  });
  return [await rowOf(fault, world, await load.stop(), scale)];
}

async function killUnderOrders(scale: Scale, change?: ChangeName, write?: (world: World) => Load): Promise<Row[]> {
  const { kills, mailPatience, makeDataDir } = scale;
  await using stack = new AsyncDisposableStack();
  const stripe: StripeServer = await startStripe((end) => stack.defer(async () => void (await end())));
  const world = stack.use(await openWorld({ env: stripeEnv(stripe), change, makeDataDir }));
  const goods = await openShopIn(world);
  if (change) world.product.signal('SIGUSR2');
  const buyers = sendBuyers(world.product.url, goods, stripe);
  const finders = write?.(world);
  await disturb(finders ? [buyers, finders] : [buyers], kills, async (time) => {
    // In turn soon after an order and soon after a payment.
    if (time % 2) await buyers.onePaidMore();
    await setTimeout((time * 7) % 50);
    await killAndStart(world, Boolean(change));
  });
  const [ledger, written] = await Promise.all([buyers.stop(), finders?.stop()]);
  const messages = written && [await rowOf('Messages meanwhile', world, written, scale)];
  const { orders, payments, stockOff } = await countOrders(buyers, goods, world, mailPatience);
  const [seen, isCounted] = [`sent again: ${refusals(ledger)}; stock off by ${stockOff}`, stockOff === 0];
  return [
    { fault: `Orders, app killed ${kills} times`, counts: orders, seen, held: isKept(orders) && isCounted },
    { fault: 'Their payments, of which Stripe tells twice', counts: payments, seen: '', held: isKept(payments) },
    ...(messages ?? []),
  ];
}
