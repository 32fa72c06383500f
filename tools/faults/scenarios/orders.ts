import { setTimeout } from 'node:timers/promises';
import { type StripeServer, startStripe, stripeEnv } from '../../../test/stripe.ts';
import { sendBuyers } from '../buyers.ts';
import { count } from '../count.ts';
import { countOrders } from '../count-orders.ts';
import { sendFinders } from '../finders.ts';
import type { Load } from '../load.ts';
import type { Product } from '../product.ts';
import { type Fault, isKept, type Row, refusals, type Scale } from '../report.ts';
import { openShopIn } from '../shop.ts';
import { openWorld, type World } from '../world.ts';

const ordersBetweenKills = 10;
const messagesBetweenKills = 10;

/** The app is killed while people order and Stripe tells of their payments. */
export const killWhileOrdering: Fault = (scale) => killUnderOrders(scale);

/** The control of it: the same kills of an app that acknowledges before the commit. */
export const orderBeforeCommit: Fault = async (scale) => {
  const rows = await killUnderOrders(scale, 'answer-before-commit.ts');
  const held = rows.some(({ counts }) => (counts?.lost ?? 0) > 0);
  return rows.map((row) => ({
    ...row,
    fault: `Control, app answers before the commit: ${row.fault}: must lose`,
    held,
  }));
};

/** Finders write to the same app meanwhile: the short form of both. @returns the row of the messages comes last */
export const killWhileWritingAndOrdering: Fault = (scale) =>
  killUnderOrders(scale, undefined, ({ product, path }) => sendFinders([product.url], path));

async function killUnderOrders(
  { kills, mailPatience }: Scale,
  preload?: string,
  write?: (world: World) => Load,
): Promise<Row[]> {
  await using stack = new AsyncDisposableStack();
  const stripe: StripeServer = await startStripe((end) => stack.defer(async () => void (await end())));
  const world = stack.use(await openWorld({ env: stripeEnv(stripe), ...(preload && { preload }) }));
  const goods = await openShopIn(world);
  const arm = (product: Product) => preload && product.signal('SIGUSR2');
  arm(world.product);
  const buyers = sendBuyers(world.product.url, goods, stripe);
  const finders = write?.(world);
  for (let killed = 1; killed <= kills; killed++) {
    await Promise.all([buyers.moreAcknowledged(ordersBetweenKills), finders?.moreAcknowledged(messagesBetweenKills)]);
    // In turn soon after an order and soon after a payment.
    if (killed % 2) await buyers.onePaidMore();
    await setTimeout((killed * 7) % 50);
    await world.product.kill();
    await world.product.start();
    arm(world.product);
  }
  const [ledger, written] = await Promise.all([buyers.stop(), finders?.stop()]);
  const messages = written && (await count(written, await world.database(), world.mailbox, mailPatience));
  const { orders, payments, stockOff } = await countOrders(
    buyers,
    goods,
    await world.database(),
    world.mailbox,
    mailPatience,
  );
  const [seen, isCounted] = [`sent again: ${refusals(ledger)}; stock off by ${stockOff}`, stockOff === 0];
  return [
    { fault: `Orders, app killed ${kills} times`, counts: orders, seen, held: isKept(orders) && isCounted },
    { fault: 'Their payments, of which Stripe tells twice', counts: payments, seen: '', held: isKept(payments) },
    ...(messages ? [{ fault: 'Messages meanwhile', counts: messages, seen: '', held: isKept(messages) }] : []),
  ];
}
