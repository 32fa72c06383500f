import { sql } from 'kysely';
import { restLanguage } from '../../language/languages.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { type AddressProblem, addressProblems } from './addresses.ts';
import { conditionsOf, destinationOf, isExport, pricesOf } from './contract/delivery.ts';
import { type AddressField, mostMinor, type NewOrder } from './contract/order.ts';
import { hoursToPayAtOnce } from './contract/order-view.ts';
import { textIn } from './contract/product-kinds.ts';
import { readCurrentSettings } from './current-settings.ts';
import { issueInvoice } from './invoices.ts';
import { findHeld, type Held, hasLeftUnpaid, limitPassed, takeTurn } from './order-limits.ts';
import { orderMails } from './order-mails.ts';
import { recordStep } from './order-steps.ts';
import { isAddressConfirmed } from './order-sums.ts';
import { creationKeyOf, isOver, newOrderId, type OrderRow, orderSecret } from './orders.ts';
import { lockProducts, type ProductRow, takeStock } from './stock.ts';

export type Buyer = {
  /** A keyed hash of the buyer's network. */
  networkKey: string;
  language: string;
  confirmedEmail?: string | undefined;
};

/** What is not as the buyer saw it. `stock`: how many are left; `price`: of one, now. */
export type Change =
  | { kind: 'gone' | 'sold-out'; name: string }
  | { kind: 'stock'; name: string; left: number }
  | { kind: 'price'; name: string; nowMinor: number }
  | { kind: 'total'; nowMinor: number }
  | { kind: 'conditions' };

export type Placed =
  | { state: 'placed'; secret: string }
  /** The key placed an order with another address or other goods. */
  | { state: 'ordered-before'; number: number }
  | { state: 'closed' | 'no-delivery' | 'too-much' }
  /** The address is in its country; but other rules hold there. */
  | { state: 'no-delivery-to-territory'; territory: string }
  /** Unpaid orders may not hold so many. `card`: one that is paid at once may. */
  | ({ state: 'held'; card: boolean } & Held)
  | { state: 'address'; problems: { field: AddressField; problem: AddressProblem }[] }
  /** `currency` of the amounts. */
  | { state: 'changed'; changes: Change[]; currency: string }
  /** `unpaid`: one of those that count is still to be paid. `free`: all cost nothing. */
  | { state: 'over-limit'; why: 'unpaid' | 'free' | 'withdrawn' };

type Wanted = NewOrder & { key: string };

/**
 * Places an order at the database's prices: when one is not what the buyer saw, nothing happens and the answer says what changed.
 * The same `key` places one order; with anything else it is refused, so that nobody believes in a change that was not made.
 */
export async function placeOrder(buyer: Buyer, wanted: Wanted, services: Services): Promise<Placed> {
  const problems = addressProblems(wanted.address);
  if (problems.length > 0) return { state: 'address', problems };
  const { events, keys } = services;
  const orderer = { email: wanted.email, networkKey: buyer.networkKey };
  const language = restLanguage(buyer.language);
  return events.transaction(async (trx, publish): Promise<Placed> => {
    await takeTurn(trx, orderer);
    const repeated = await findRepeated(wanted, { db: trx, keys });
    if (repeated) return repeated;

    const settings = await readCurrentSettings(trx);
    if (!settings.open) return { state: 'closed' };
    const over = await limitPassed(trx, orderer);
    if (over) return { state: 'over-limit', why: over };
    const { currency } = settings;
    const changed = (...changes: Change[]): Placed => ({ state: 'changed', changes, currency });
    const products = await lockProducts(trx, wanted.lines);
    const changes = changesOf(wanted, products, { currency, language });
    if (changes.length > 0) return changed(...changes);
    const destination = destinationOf(wanted.address, settings);
    if (typeof destination !== 'string') return { state: 'no-delivery-to-territory', territory: destination.code };
    const prices = pricesOf(wanted.lines, destination, settings);
    if (!prices) return { state: 'no-delivery' };
    if (prices.totalMinor > mostMinor) return { state: 'too-much' };
    if (prices.totalMinor !== wanted.totalMinor) return changed({ kind: 'total', nowMinor: prices.totalMinor });
    const conditions = conditionsOf(destination, prices, settings);
    if (wanted.conditions !== undefined && wanted.conditions !== conditions) return changed({ kind: 'conditions' });

    const lines = wanted.lines.map((line) => ({ ...line, ...factsOf(products.get(line.productId), language) }));
    const held = await findHeld(trx, orderer, lines, settings);
    const canPay = held && prices.totalMinor > 0 && services.payments?.canTake(prices.totalMinor, currency);
    const card = Boolean(canPay && !(await hasLeftUnpaid(trx, orderer)));
    if (held && !(card && wanted.payment === 'card')) return { state: 'held', card, ...held };
    await takeStock(trx, wanted.lines);
    const { days, ...amounts } = prices;
    const order = await trx
      .insertInto('orders')
      .values({
        id: newOrderId(),
        creationKey: creationKeyOf(wanted.key, keys),
        language,
        ...orderer,
        ...amounts,
        address: JSON.stringify(wanted.address),
        currency,
        taxScheme: settings.taxScheme,
        isExport: isExport(destination, settings),
        deliveryDays: JSON.stringify(days),
        // One that holds more than an unpaid order may lapses soon.
        dueAt: held
          ? sql<Date>`now() + make_interval(hours => ${hoursToPayAtOnce})`
          : sql<Date>`now() + make_interval(days => ${settings.unpaidDays})`,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const rows = lines.map(({ stock, ...line }, position) => {
      const totalMinor = line.quantity * line.unitMinor;
      return { ...line, orderId: order.id, position, totalMinor, takesStock: stock !== null };
    });
    await trx.insertInto('orderLines').values(rows).execute();
    await recordStep(trx, order, 'placed', { actor: 'buyer' });
    if (order.totalMinor === 0) await settleFreeOrder(trx, order);
    const isConfirmed = order.email === buyer.confirmedEmail || (await isAddressConfirmed(order, trx));
    await orderMails.placed(trx, { order, by: wanted.payment, isConfirmed }, services);
    publish({ kind: 'products' });
    return { state: 'placed', secret: orderSecret(order, keys) };
  });
}

export async function findRepeated(
  wanted: Wanted,
  { db, keys }: { db: Executor; keys: Services['keys'] },
): Promise<Extract<Placed, { state: 'placed' | 'ordered-before' }> | undefined> {
  const earlier = await findPlaced(db, creationKeyOf(wanted.key, keys));
  if (!earlier) return undefined;
  // Whoever orders the same again after that wants another order.
  const isEnded = isOver(earlier) || earlier.withdrawnAt !== null;
  if (!isEnded && isSameOrder(earlier, wanted)) return { state: 'placed', secret: orderSecret(earlier, keys) };
  return { state: 'ordered-before', number: earlier.number };
}

/** There is nothing to wait for. Its network still counts until it is packed. */
async function settleFreeOrder(trx: Executor, order: OrderRow): Promise<void> {
  await recordStep(trx, order, 'paid', { actor: 'buyer' });
  await trx.updateTable('orders').set({ paidAt: sql<Date>`now()` }).where('id', '=', order.id).execute();
  await issueInvoice(trx, order);
}

/** In one statement: others wait for their turn meanwhile. `goods`: each product and quantity. */
function findPlaced(trx: Executor, creationKey: string) {
  const goods = sql<string[]>`array(select product_id || ' ' || quantity from order_lines where order_id = orders.id)`;
  return trx
    .selectFrom('orders')
    .selectAll()
    .select(goods.as('goods'))
    .where('creationKey', '=', creationKey)
    .executeTakeFirst();
}

function isSameOrder(placed: OrderRow & { goods: string[] }, { email, address, lines }: Wanted): boolean {
  const isSameAddress = Object.entries(address).every(([field, text]) => Reflect.get(placed.address, field) === text);
  const goods = lines.map(({ productId, quantity }) => `${productId} ${quantity}`);
  return placed.email === email && isSameAddress && placed.goods.toSorted().join() === goods.toSorted().join();
}

function changesOf(
  { lines }: Wanted,
  products: Map<string, ProductRow>,
  { currency, language }: { currency: string; language: string },
): Change[] {
  return lines.flatMap(({ productId, quantity, unitMinor }): Change[] => {
    const product = products.get(productId);
    const name = product ? textIn(product.names, language) : productId;
    if (!product || product.hiddenAt || product.archivedAt || product.currency !== currency)
      return [{ kind: 'gone', name }];
    if (product.stock === 0) return [{ kind: 'sold-out', name }];
    if (product.stock !== null && product.stock < quantity) return [{ kind: 'stock', name, left: product.stock }];
    return product.priceMinor === unitMinor ? [] : [{ kind: 'price', name, nowMinor: product.priceMinor }];
  });
}

function factsOf(product: ProductRow | undefined, language: string) {
  if (!product) throw new Error('an ordered product was not read');
  const { tagsEach, stock } = product;
  return { name: textIn(product.names, language), tagsEach, stock };
}
