import { type RawBuilder, type Selectable, sql } from 'kysely';
import { restLanguage } from '../../language/languages.ts';
import type { TextByLanguage } from '../../server/db/tables/shop.ts';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { tell } from '../notifications/tell.ts';
import { type AddressProblem, problemsOf } from './addresses.ts';
import { isAddressConfirmed } from './confirmed-address.ts';
import { destinationOf, isExport } from './contract/destination.ts';
import { type AddressField, hoursToPayAtOnce, mostMinor, type NewOrder } from './contract/order.ts';
import { conditionsOf, type Prices, pricesOf } from './contract/prices.ts';
import type { ShopSettings } from './contract/shop-settings.ts';
import { readCurrentSettings } from './current-settings.ts';
import { findHeld, type Held, hasLeftUnpaid } from './held-stock.ts';
import { issueInvoice } from './invoices.ts';
import { creationKeyOf, newOrderId, type OrderRow, orderSecret } from './order-secret.ts';
import { recordStep } from './order-steps.ts';
import { isOver } from './read-order.ts';

export type Buyer = {
  /** A keyed hash of the buyer's network. */
  networkKey: string;
  language: string;
  /** Of who is signed in. */
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

/**
 * Of one day, for which nobody paid. Those that cost nothing count until they are packed. As many may be withdrawn from: each sends mails
 * to an address that may be somebody else's.
 */
const mostUnpaid = { network: 10, email: 5 };

type Wanted = NewOrder & { key: string };

/**
 * Places an order that is to be paid. Every price is the database's: when it is not what the buyer saw, nothing happens and the answer
 * says what changed. Takes the stock, and mails the buyer. The same `key` places one order, and answers its secret again; with anything
 * else than was ordered it is refused, so that nobody believes in a change that was not made.
 */
export async function placeOrder(buyer: Buyer, wanted: Wanted, services: Services): Promise<Placed> {
  const problems = problemsOf(wanted.address);
  if (problems.length > 0) return { state: 'address', problems };
  const { events, keys } = services;
  return events.transaction(async (trx, publish): Promise<Placed> => {
    await takeTurn(trx, [buyer.networkKey, wanted.email]);
    const repeated = await findRepeated(wanted, { db: trx, keys });
    if (repeated) return repeated;

    const settings = await readCurrentSettings(trx);
    if (!settings.open) return { state: 'closed' };
    const over = await overLimit(trx, buyer, wanted);
    if (over) return { state: 'over-limit', why: over };
    const { currency } = settings;
    const products = await lockProducts(trx, wanted);
    const changes = changesOf(wanted, products, { currency, language: buyer.language });
    if (changes.length > 0) return { state: 'changed', changes, currency };
    const destination = destinationOf(wanted.address, settings);
    if (typeof destination !== 'string') return { state: 'no-delivery-to-territory', territory: destination.code };
    const prices = pricesOf(wanted.lines, destination, settings);
    if (!prices) return { state: 'no-delivery' };
    if (prices.totalMinor > mostMinor) return { state: 'too-much' };
    if (prices.totalMinor !== wanted.totalMinor)
      return { state: 'changed', changes: [{ kind: 'total', nowMinor: prices.totalMinor }], currency };
    const conditions = conditionsOf(destination, prices, settings);
    if (wanted.conditions !== undefined && wanted.conditions !== conditions)
      return { state: 'changed', changes: [{ kind: 'conditions' }], currency };

    const lines = wanted.lines.map((line) => ({ ...line, ...factsOf(products.get(line.productId), buyer.language) }));
    const orderer = { email: wanted.email, networkKey: buyer.networkKey };
    const held = await findHeld(trx, orderer, lines, settings);
    const canPay = held && prices.totalMinor > 0 && services.payments?.canTake(prices.totalMinor, currency);
    const card = Boolean(canPay && !(await hasLeftUnpaid(trx, orderer)));
    if (held && !(card && wanted.payment === 'card')) return { state: 'held', card, ...held };
    await takeStock(trx, wanted);
    const creationKey = creationKeyOf(wanted.key, keys);
    const { networkKey, confirmedEmail } = buyer;
    const row = { id: newOrderId(), creationKey, networkKey, language: restLanguage(buyer.language) };
    const order = await insertOrder(trx, {
      row,
      wanted,
      destination,
      isAtOnce: held !== undefined,
      prices,
      products,
      settings,
    });
    await recordStep(trx, order, 'placed', { actor: 'buyer' });
    if (order.totalMinor === 0) await settleFreeOrder(trx, order);
    const isConfirmed = order.email === confirmedEmail || (await isAddressConfirmed(order, trx));
    await tell(trx, 'orderPlaced', { order, by: wanted.payment, isConfirmed }, services);
    publish({ kind: 'mail' }, { kind: 'products' });
    return { state: 'placed', secret: orderSecret(order, keys) };
  });
}

/** What `placeOrder` answers when the key has placed an order already; undefined when it has not. */
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

/** Our locks about who orders. */
const orderLocks = 37;

/** One order of a network, and for an address, at a time: so they can be counted, and one sending that comes twice is one. */
async function takeTurn(trx: Executor, names: string[]): Promise<void> {
  // In the order of the locks themselves, so that nobody waits for each other.
  await sql`
    select pg_advisory_xact_lock(${orderLocks}::int, hash) from (
      select distinct hashtext(name) as hash from unnest(${names}::text[]) as name order by 1
    ) as hashes`.execute(trx);
}

type Counted = { by: keyof typeof mostUnpaid; open: number; withdrawn: number; unpaid: boolean };

async function overLimit(trx: Executor, { networkKey }: Buyer, { email }: Wanted) {
  const countOf = (by: Counted['by'], isCounted: RawBuilder<unknown>) => sql`
    select ${sql.lit(by)} as by, count(*) filter (where cancelled_at is null)::int as open,
      count(*) filter (where cancelled_at is not null and withdrawn_at is not null)::int as withdrawn,
      bool_or(paid_at is null) filter (where cancelled_at is null) as unpaid
    from orders where ${isCounted} and (paid_at is null or total_minor = 0 and packed_at is null)
      and created_at > now() - interval '1 day'`;
  const { rows } = await sql<Counted>`
    ${countOf('network', sql`network_key = ${networkKey}`)} union all ${countOf('email', sql`email = ${email}`)}`.execute(
    trx,
  );
  const open = rows.find(({ by, open }) => open >= mostUnpaid[by]);
  if (open) return open.unpaid ? 'unpaid' : 'free';
  return rows.some(({ by, withdrawn }) => withdrawn >= mostUnpaid[by]) ? 'withdrawn' : undefined;
}

type Product = Selectable<Tables['products']>;
type Products = Map<string, Product>;

/** In the order of their ids, as every order does: two orders never wait for each other. */
async function lockProducts(trx: Executor, { lines }: Wanted): Promise<Products> {
  const ids = lines.map(({ productId }) => productId);
  const rows = await trx
    .selectFrom('products')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function changesOf(
  { lines }: Wanted,
  products: Products,
  { currency, language }: { currency: string; language: string },
): Change[] {
  return lines.flatMap(({ productId, quantity, unitMinor }): Change[] => {
    const product = products.get(productId);
    const name = product ? nameIn(product.names, language) : productId;
    if (!product || product.hiddenAt || product.archivedAt || product.currency !== currency)
      return [{ kind: 'gone', name }];
    if (product.stock === 0) return [{ kind: 'sold-out', name }];
    if (product.stock !== null && product.stock < quantity) return [{ kind: 'stock', name, left: product.stock }];
    return product.priceMinor === unitMinor ? [] : [{ kind: 'price', name, nowMinor: product.priceMinor }];
  });
}

function nameIn(names: TextByLanguage, language: string): string {
  return names[restLanguage(language)] || names.en;
}

async function takeStock(trx: Executor, { lines }: Wanted): Promise<void> {
  for (const { productId, quantity } of lines) {
    await trx
      .updateTable('products')
      .set({ stock: sql<number>`stock - ${quantity}` })
      .where('id', '=', productId)
      .where('stock', 'is not', null)
      .execute();
  }
}

type Writing = {
  row: { id: string; creationKey: string; networkKey: string; language: string };
  wanted: Wanted;
  destination: string;
  /** Whether it holds more than an unpaid order may, and so lapses soon. */
  isAtOnce: boolean;
  prices: Prices;
  products: Products;
  settings: ShopSettings;
};

async function insertOrder(trx: Executor, { row, wanted, destination, isAtOnce, prices, products, settings }: Writing) {
  const { days, ...amounts } = prices;
  const order = await trx
    .insertInto('orders')
    .values({
      ...row,
      ...amounts,
      email: wanted.email,
      address: JSON.stringify(wanted.address),
      currency: settings.currency,
      taxScheme: settings.taxScheme,
      isExport: isExport(destination, settings),
      deliveryDays: JSON.stringify(days),
      dueAt: isAtOnce
        ? sql<Date>`now() + make_interval(hours => ${hoursToPayAtOnce})`
        : sql<Date>`now() + make_interval(days => ${settings.unpaidDays})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const lines = wanted.lines.map(({ productId, quantity, unitMinor }, position) => {
    const { stock, ...facts } = factsOf(products.get(productId), row.language);
    const totalMinor = quantity * unitMinor;
    return {
      orderId: row.id,
      position,
      productId,
      quantity,
      unitMinor,
      totalMinor,
      takesStock: stock !== null,
      ...facts,
    };
  });
  await trx.insertInto('orderLines').values(lines).execute();
  return order;
}

function factsOf(product: Product | undefined, language: string) {
  if (!product) throw new Error('an ordered product was not read');
  const { tagsEach, stock } = product;
  return { name: nameIn(product.names, language), tagsEach, stock };
}
