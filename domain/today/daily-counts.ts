import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { type CountName, countNames, type Period } from './contract/periods.ts';
import type { Statistics } from './contract/schema.ts';

/** So far back the first count goes: what is older is shown nowhere. */
const daysBack = 366;
const daysAtOnce = 31;
/** Longer losses are counted as so long. */
const mostHours = 8760;

/** Counts each day that is over and was not counted, once. What is deleted later still counts. */
export async function countClosedDays({ db }: Pick<Services, 'db'>): Promise<void> {
  const days = await uncountedDays(db);
  for (let n = 0; n < days.length; n += daysAtOnce) {
    const some = days.slice(n, n + daysAtOnce);
    await db.transaction().execute(async (trx) => {
      await sql`
        insert into daily_counts (day, name, hours, count)
        select day, name, hours, count from (${countsSince(some[0] ?? '', some.length)}) as counted
        on conflict do nothing`.execute(trx);
      // Also of a day on which nothing happened, it is known that it was counted.
      await sql`
        insert into daily_counts (day, name, count)
        select day, name, 0 from unnest(${some}::date[]) as day, unnest(${[...countNames]}::text[]) as name
        on conflict do nothing`.execute(trx);
    });
  }
}

/** What happened in the last days, today included: what was counted, and since then what the tables hold. */
export async function readStatistics(period: Period, { db }: Pick<Services, 'db'>): Promise<Statistics> {
  // One snapshot: a day that is counted meanwhile would come twice.
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  const { rows, days } = await snapshot.execute((trx) => readRows(period, trx));
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return {
    days: days.map(({ day }) => ({ day, counts: sums(byDay.get(day) ?? []) })),
    medianHours: medianOf(rows.filter(({ name, hours }) => name === 'returns' && hours > 0)),
  };
}

async function readRows(period: Period, trx: Executor): Promise<{ rows: Row[]; days: { day: string }[] }> {
  const { rows: first } = await sql<{ since: string }>`
    select coalesce(max(day) + 1, ${today} - ${daysBack}::int)::text as since from daily_counts`.execute(trx);
  const since = first[0]?.since ?? '';
  const { rows } = await sql<Row>`
    select day::text, name, hours, count from daily_counts where day > ${today} - ${period}::int
    union all
    select day::text, name, hours, count from (${countsSince(since, daysBack + 1)}) as live
    where day > ${today} - ${period}::int`.execute(trx);
  const { rows: days } = await sql<{ day: string }>`
    select day::date::text from generate_series(${today} - ${period}::int + 1, ${today}, '1 day') as day`.execute(trx);
  return { rows, days };
}

type Row = { day: string; name: CountName; hours: number; count: number };

const today = sql`(now() at time zone 'utc')::date`;

/** Days of which nothing can come any more: an hour later all transactions have ended. */
async function uncountedDays(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::date::text as day from generate_series(
      (select coalesce(max(day) + 1, ${today} - ${daysBack}::int) from daily_counts),
      (now() at time zone 'utc' - interval '1 hour')::date - 1,
      '1 day'
    ) as day order by day`.execute(db);
  return rows.map(({ day }) => day);
}

function countsSince(day: string, days: number) {
  const from = sql`(${day}::date at time zone 'utc')`;
  const until = sql`((${day}::date + ${days}::int) at time zone 'utc')`;
  const counted = (name: CountName, table: string, column: string, condition = sql`true`) => sql`
    select (${sql.ref(column)} at time zone 'utc')::date as day, ${sql.lit(name)} as name, 0 as hours, count(*)::int as count
    from ${sql.table(table)}
    where ${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${until} and ${condition} group by 1`;
  return sql`
    ${counted('scans', 'scans', 'scanned_at', sql`kind = 'opened'`)}
    union all ${counted('conversations', 'conversations', 'created_at')}
    union all ${counted('sign-ups', 'users', 'created_at')}
    union all ${counted('orders', 'orders', 'created_at')}
    union all select (returned_at at time zone 'utc')::date, 'returns', hours, count(*)::int from (
      select returned.created_at as returned_at,
        case when since is null then 0 else
          least(greatest(ceil(extract(epoch from returned.created_at - since) / 3600), 1), ${mostHours}::int)
        end::int as hours
      from item_states as returned, lateral (
        select min(created_at) as since from item_states as missing
        where missing.item_id = returned.item_id and missing.state in ('lost', 'stolen')
          and missing.created_at < returned.created_at
          and missing.created_at > coalesce((
            select max(created_at) from item_states as back
            where back.item_id = returned.item_id and back.state in ('kept', 'returned') and back.created_at < returned.created_at
          ), '-infinity')
      ) as lost
      where returned.state = 'returned' and returned.created_at >= ${from} and returned.created_at < ${until}
    ) as returns group by 1, 2, 3`;
}

function sums(rows: Row[]): Record<CountName, number> {
  const sumOf = (name: CountName) => rows.reduce((sum, row) => (row.name === name ? sum + row.count : sum), 0);
  return Object.fromEntries(countNames.map((name) => [name, sumOf(name)])) as Record<CountName, number>;
}

function medianOf(rows: Row[]): number | null {
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  let passed = 0;
  for (const { hours, count } of rows.toSorted((a, b) => a.hours - b.hours)) {
    passed += count;
    if (passed * 2 >= all) return hours;
  }
  return null;
}
