import { sql } from 'kysely';
import type { Services } from '../../server/services.ts';
import { textIn } from '../shop/contract/product-kinds.ts';
import { readCurrentSettings } from '../shop/current-settings.ts';
import type { Period } from './contract/periods.ts';
import type { Turnover } from './contract/schema.ts';

const mostProducts = 5;

type Asked = { days: Period; language: string /** Where days begin. */; timeZone: string };

/** What the shop took in on each of the last days, in its currency, and what was ordered by those who paid in them and got nothing back in full. */
export async function readTurnover({ days: period, language, timeZone }: Asked, { db }: Pick<Services, 'db'>) {
  const { currency } = await readCurrentSettings(db);
  const today = sql`(now() at time zone ${timeZone})::date`;
  const { rows: days } = await sql<Turnover['days'][number]>`
    select day::date::text as day,
      coalesce(sum(case kind when 'payment' then amount_minor else - amount_minor end), 0)::float8 as minor
    from generate_series((${today} - ${period}::int + 1)::timestamp, ${today}::timestamp, '1 day') as day
    left join payments on payments.currency = ${currency}
      and payments.created_at >= day at time zone ${timeZone}
      and payments.created_at < (day + interval '1 day') at time zone ${timeZone}
    group by day order by day`.execute(db);
  const sold = sql`orders.currency = ${currency} and total_minor > 0 and cancelled_at is null and refunded_at is null
    and paid_at >= ((${today} - ${period}::int + 1)::timestamp at time zone ${timeZone})`;
  const { rows: sums } = await sql<{ orders: number; averageMinor: number | null }>`
    select count(*)::int as orders, round(avg(total_minor))::float8 as average_minor from orders where ${sold}`.execute(
    db,
  );
  const { rows: products } = await sql<{ names: Record<string, string>; quantity: number; minor: number }>`
    select names, sum(quantity)::float8 as quantity, sum(line.total_minor)::float8 as minor
    from (select id from orders where ${sold}) as sold join order_lines as line on order_id = sold.id
      join products on products.id = product_id
    group by products.id order by quantity desc, minor desc, products.id limit ${mostProducts}`.execute(db);
  const { orders = 0, averageMinor = null } = sums[0] ?? {};
  const named = products.map(({ names, ...product }) => ({ name: textIn(names, language), ...product }));
  return { currency, timeZone, days, orders, averageMinor, products: named };
}

/** The operator names another by `TZ`. One that nobody knows is UTC. */
export function timeZoneOfMachine(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone && timeZone !== 'Etc/Unknown' ? timeZone : 'UTC';
}
