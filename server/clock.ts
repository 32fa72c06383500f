import { sql } from 'kysely';
import type { Executor } from './db/tables.ts';
import type { Log } from './log.ts';
import { say } from './say.ts';

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
