import { sql } from 'kysely';
import { findWrongClock } from './clock.ts';
import type { Database, Executor } from './db/tables.ts';
import type { Log } from './log.ts';

const key = 'wrong-clock';
/** More than passes between two looks. Nothing that is moved comes to lie in the future. */
const margin = sql`interval '5 minutes'`;
/** Further on, nothing is planned. */
const mostAhead = sql`interval '1 year'`;
const isPlanned = /(due|ends|expires)_at$|next_ask_at$|_(after|until)$/;

/** While rows may have times of a wrong clock, nothing is deleted or given up for its age. */
export const timesAreRight = sql<boolean>`not exists (select from settings where key = ${key})`;

/** Remembers from when until when a clock was before this release. Once it is right, moves the times of then to now: they would count as old. */
export async function mendTimes(db: Database, log: Log): Promise<void> {
  const wrong = await findWrongClock(db);
  if (wrong) return remember(db, wrong.shows);
  const rows = await db.transaction().execute(async (trx) => {
    const period = await trx.deleteFrom('settings').where('key', '=', key).returning('value').executeTakeFirst();
    return period && moveTimes(trx, period.value as Period);
  });
  if (rows !== undefined)
    log.warn({ rows }, 'the clock is right again: times that it wrote while it was wrong are moved to now');
}

type Period = { first: string; last: string };

async function remember(db: Executor, shown: Date): Promise<void> {
  const period = { first: shown.toISOString(), last: shown.toISOString() } satisfies Period;
  const earlier = (name: keyof Period) => sql`(settings.value ->> ${name})::timestamptz`;
  await db
    .insertInto('settings')
    .values({ key, value: JSON.stringify(period) })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        value: sql`jsonb_build_object(
          'first', least(${earlier('first')}, ${shown}::timestamptz), 'last', greatest(${earlier('last')}, ${shown}::timestamptz))`,
      }),
    )
    .execute();
}

/** Of what is never changed, as payments, the times stay. @returns how many rows */
async function moveTimes(trx: Executor, { first, last }: Period): Promise<number> {
  const [from, to] = [sql`${first}::timestamptz - ${margin}`, sql`${last}::timestamptz + ${margin}`];
  const { rows: tables } = await sql<{ name: string; columns: string[] }>`
    select relname as name, array_agg(attname::text) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and atttypid = 'timestamptz'::regtype
      and not exists (select from pg_trigger where tgrelid = pg_class.oid and not tgisinternal)
    group by relname`.execute(trx);
  let count = 0;
  for (const { name, columns } of tables) {
    const moved = columns.map((column) => {
      const [time, end] = [sql.ref(column), isPlanned.test(column) ? sql`${to} + ${mostAhead}` : to];
      return sql`${time} = case when ${time} between ${from} and ${end} then ${time} + (now() - (${to})) else ${time} end`;
    });
    const isWrong = columns.map((column) => sql`${sql.ref(column)} between ${from} and ${to}`);
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(name)} set ${sql.join(moved)} where ${sql.join(isWrong, sql` or `)}`.execute(trx);
    count += Number(numAffectedRows);
  }
  return count;
}
