import { type RawBuilder, sql } from 'kysely';
import type { Database, Executor } from './db/tables.ts';
import { type Log, say } from './log.ts';

/** No clock that is right shows an earlier time. Each release moves it on. */
export const releaseDate = new Date('2026-11-25T00:00:00Z');

type WrongClock = { of: 'this machine' | 'the database'; shows: Date };

/** The clock that is before this release, as on a board without a battery: of this machine, or of the database, which may run elsewhere. */
export async function findWrongClock(db: Executor): Promise<WrongClock | undefined> {
  const here = new Date();
  if (here < releaseDate) return { of: 'this machine', shows: here };
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const there = rows[0]?.now ?? here;
  return there < releaseDate ? { of: 'the database', shows: there } : undefined;
}

export async function nameWrongClock(db: Executor, log: Log): Promise<void> {
  const wrong = await findWrongClock(db);
  if (!wrong) return;
  const [shown, released] = [wrong.shows, releaseDate].map((date) => date.toISOString().slice(0, 10));
  say(
    `The clock of ${wrong.of} is wrong: it shows ${shown}, and this release is from ${released}. Until it is right, nobody can sign up; ` +
      'after that, sign-ups work without a restart. Set it by a time server: timedatectl set-ntp true',
  );
  log.error(wrong, 'the clock is before the date of this release');
}

const key = 'wrong-clock';
const dayMs = 86_400_000;
/** More than passes between two looks. Nothing that is moved comes to lie in the future. */
const margin = sql`interval '5 minutes'`;
/** Further on, nothing is planned. */
const mostAhead = sql`interval '1 year'`;
const mayBePlanned = (time: RawBuilder<unknown>) => sql`${time} between now() and now() + ${mostAhead}`;
const isPlanned = /(due|ends|expires)_at$|next_ask_at$|_(after|until)$/;

/** While rows may have times of a wrong clock, nothing is deleted or given up for its age. */
export const timesAreRight = sql<boolean>`not exists (select from settings where key = ${key})`;

/** Remembers when a clock was before this release. Once it is right, moves the times of then to now: they would count as old. */
export async function mendTimes(db: Database, log: Log): Promise<void> {
  const wrong = await findWrongClock(db);
  if (wrong) return remember(db, wrong.shows.getTime());
  if (!(await db.selectFrom('settings').select('key').where('key', '=', key).executeTakeFirst())) return;
  const rows = await db.transaction().execute(async (trx) => {
    const stored = await trx.deleteFrom('settings').where('key', '=', key).returning('value').executeTakeFirst();
    let count = 0;
    for (const period of (stored?.value ?? []) as Period[]) count += await moveTimes(trx, period);
    return count;
  });
  if (rows > 0) log.warn({ rows }, 'the clock is right again: times that it wrote while it was wrong are moved to now');
}

/** In milliseconds, by the wrong clock. */
type Period = { first: number; last: number };

function remember(db: Database, now: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const empty = { key, value: '[]' };
    await trx
      .insertInto('settings')
      .values(empty)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = trx.selectFrom('settings').select('value').where('key', '=', key);
    const { value } = await row.forUpdate().executeTakeFirstOrThrow();
    const periods = JSON.stringify(withReading(value as Period[], now));
    await trx.updateTable('settings').set({ value: periods }).where('key', '=', key).execute();
  });
}

function withReading(periods: Period[], now: number): Period[] {
  const near = periods.find(({ first, last }) => now > first - dayMs && now < last + dayMs);
  const others = periods.filter((period) => period !== near);
  const { first, last } = near ?? { first: now, last: now };
  return [...others, { first: Math.min(first, now), last: Math.max(last, now) }];
}

/** Of what is never changed, as payments, the times stay. @returns how many rows */
async function moveTimes(trx: Executor, { first, last }: Period): Promise<number> {
  const [from, to] = [
    sql`(${new Date(first)}::timestamptz - ${margin})`,
    sql`(${new Date(last)}::timestamptz + ${margin})`,
  ];
  const { rows: tables } = await sql<{ name: string; columns: string[] }>`
    select relname as name, array_agg(attname::text) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and atttypid = 'timestamptz'::regtype
      and not exists (select from pg_trigger where tgrelid = pg_class.oid and not tgisinternal)
    group by relname`.execute(trx);
  let count = 0;
  for (const { name, columns } of tables) {
    const isOfThen = (column: string) => sql`${sql.ref(column)} between ${from} and ${to}`;
    const wrong = columns.filter((column) => !isPlanned.test(column)).map(isOfThen);
    if (wrong.length === 0) continue;
    const moved = columns.map((column) => {
      const time = sql.ref(column);
      const isMoved = isPlanned.test(column)
        ? sql`${time} between ${from} and ${to} + ${mostAhead} and not ${mayBePlanned(time)}`
        : isOfThen(column);
      return sql`${time} = case when ${isMoved} then ${time} + (now() - ${to}) else ${time} end`;
    });
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(name)} set ${sql.join(moved)} where ${sql.join(wrong, sql` or `)}`.execute(trx);
    count += Number(numAffectedRows);
  }
  return count;
}
