import { type RawBuilder, sql } from 'kysely';
import { isThere } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import { hoursToPayAtOnce } from './contract/order-view.ts';
import type { ShopSettings } from './contract/shop-settings.ts';

type Buyer = { email: string; networkKey: string };

/** Unpaid orders in a day, and as many that were withdrawn from: each mails an address that may be somebody else's. */
const mostUnpaid = { network: 10, email: 5 };

const orderLocks = 37;

/** One order of a network, and for an address, at a time: so they can be counted, and one sending that comes twice is one. */
export async function takeTurn(trx: Executor, { email, networkKey }: Buyer): Promise<void> {
  // In the order of the locks themselves, so that nobody waits for each other.
  await sql`
    select pg_advisory_xact_lock(${orderLocks}::int, hash) from (
      select distinct hashtext(name) as hash from unnest(${[networkKey, email]}::text[]) as name order by 1
    ) as hashes`.execute(trx);
}

type Counted = { by: keyof typeof mostUnpaid; open: number; withdrawn: number; unpaid: boolean };

export async function limitPassed(trx: Executor, { email, networkKey }: Buyer) {
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

/** One product of an order. `stock`: how many there are; null of one that is made to order. */
type Wanted = { productId: string; quantity: number; name: string; stock: number | null };
export type Held = {
  why: 'product' | 'address' | 'network';
  /** Each of which more are wanted than can be ordered. */
  products: { name: string; most: number }[];
  most: number;
  /** When one of the orders that hold them lapses; null when none does by itself. */
  until: Date | null;
};

/** An order that costs nothing is paid by nobody: it holds its goods until it is packed. */
const isUnsettled = sql<boolean>`orders.id in (
  select id from orders where paid_at is null and cancelled_at is null union all
  select id from orders where total_minor = 0 and paid_at is not null and packed_at is null
    and withdrawn_at is null and cancelled_at is null and refunded_at is null)`;

type Row = {
  productId: string;
  held: number;
  byAddress: number;
  byNetwork: number;
  until: Date;
  ofAddress: Date | null;
};

/** The first bound of the settings that an order would pass which is not paid at once. The products are locked. */
export async function findHeld(
  trx: Executor,
  { email, networkKey }: Buyer,
  wanted: Wanted[],
  { unpaidStock: bound }: Pick<ShopSettings, 'unpaidStock'>,
): Promise<Held | undefined> {
  const counted = wanted.flatMap(({ stock, ...line }) => (stock === null ? [] : [{ ...line, stock }]));
  if (counted.length === 0) return undefined;
  const { rows } = await sql<Row>`
    select product_id, sum(quantity)::int as held, min(due_at) filter (where paid_at is null and due_at > now()) as until,
      coalesce(sum(quantity) filter (where email = ${email}), 0)::int as by_address,
      coalesce(sum(quantity) filter (where network_key = ${networkKey} and created_at > now() - interval '1 day'), 0)::int as by_network,
      min(due_at) filter (where email = ${email} and paid_at is null and due_at > now()) as of_address
    from orders join order_lines on order_id = orders.id
    where ${isUnsettled} and takes_stock group by product_id`.execute(trx);
  const total = (count: (row: Row) => number) => rows.reduce((sum, row) => sum + count(row), 0);
  const left = {
    address: bound.perAddress - total(({ byAddress }) => byAddress),
    network: bound.perNetwork - total(({ byNetwork }) => byNetwork),
  };
  const pieces = counted.reduce((sum, { quantity }) => sum + quantity, 0);
  const products = counted.flatMap(({ productId, quantity, name, stock }) => {
    const { held = 0, until = null } = rows.find((row) => row.productId === productId) ?? {};
    const most = Math.max(1, Math.floor(((stock + held) * bound.percentOfStock) / 100)) - held;
    return quantity > most ? [{ name, most: Math.max(0, Math.min(most, left.address, left.network)), until }] : [];
  });
  if (products.length > 0)
    return { why: 'product', products, most: 0, until: earliest(products.map(({ until }) => until)) };
  const until = earliest(rows.map((row) => row.ofAddress));
  if (pieces > left.address) return { why: 'address', products, most: Math.max(0, left.address), until };
  const tomorrow = new Date(Date.now() + 86_400_000);
  if (pieces > left.network) return { why: 'network', products, most: Math.max(0, left.network), until: tomorrow };
  return undefined;
}

function earliest(days: (Date | null)[]): Date | null {
  const times = days.flatMap((day) => day?.getTime() ?? []);
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

/** Whether an order that was to be paid at once was not, today: of the same address or network, which get no other one then. */
export async function hasLeftUnpaid(trx: Executor, { email, networkKey }: Buyer): Promise<boolean> {
  const left = trx
    .selectFrom('orders')
    .select('id')
    .where((of) => of.or([of('email', '=', email), of('networkKey', '=', networkKey)]))
    .where('paidAt', 'is', null)
    .where('createdAt', '>', sql<Date>`now() - interval '1 day'`)
    .where('dueAt', '<=', sql<Date>`created_at + make_interval(hours => ${hoursToPayAtOnce})`);
  return isThere(left.limit(1));
}
