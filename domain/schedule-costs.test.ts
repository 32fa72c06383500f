import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Executor } from '../server/db/tables.ts';
import { deleteExpiredLimits } from '../server/limits/limits.ts';
import { deleteOldMails } from '../server/mail/old-mails.ts';
import { startApp } from '../test/app.ts';
import { rowsRead } from '../test/rows-read.ts';
import { deleteExpiredSessions } from './accounts/delete-expired.ts';

const [current, over] = [20_000, 2_500];

const kinds = {
  outgoing_mails: {
    deleteOver: deleteOldMails,
    add: (isOver: boolean) => sql`
      insert into outgoing_mails (message_id, purpose, to_name, to_address, subject, text, html, sent_at, failed_at)
      select ${isOver} || '-' || n, '', '', '', '', '', '', case when n % 2 = 0 then ended end, case when n % 2 = 1 then ended end
      from numbers, (select now() - make_interval(days => ${isOver ? 31 : 29}) as ended) as times`,
  },
  auth_sessions: {
    deleteOver: deleteExpiredSessions,
    add: (isOver: boolean) => sql`
      insert into auth_sessions (id, token, user_id, expires_at)
      select ${isOver} || '-' || n, ${isOver} || '-' || n, 'ada', now() + make_interval(mins => ${isOver ? -1 : 1}) from numbers`,
  },
  rate_limits: {
    deleteOver: deleteExpiredLimits,
    add: (isOver: boolean) => sql`
      insert into rate_limits (key, points, expire)
      select ${isOver} || '-' || n, 1, extract(epoch from now()) * 1000 + ${isOver ? -1 : 60_000} from numbers`,
  },
};

test.each(Object.entries(kinds))(
  'of %s, what is over is deleted at most 1,000 rows at a time, without reading what is not',
  async (table, { add, deleteOver }) => {
    const app = await startApp();
    await app.services.db.transaction().execute(async (trx) => {
      await sql`insert into auth_users (id, name, email) values ('ada', 'Ada', 'ada@example.com')`.execute(trx);
      for (const [isOver, count] of [
        [false, current],
        [true, over],
      ] as const) {
        await sql`create temporary table numbers on commit drop as select generate_series(1, ${sql.lit(count)}) n`.execute(
          trx,
        );
        await add(isOver).execute(trx);
        await sql`drop table numbers`.execute(trx);
      }
      await sql`analyze ${sql.table(table)}`.execute(trx);
      await noteDeletions(trx, table);
      const before = await rowsRead(trx, table);
      await deleteOver({ db: trx });
      expect((await rowsRead(trx, table)) - before).toBeLessThan(2 * over);
      expect(await deletions(trx)).toEqual([1_000, 1_000, 500]);
    });
  },
);

/** Writes down how many rows each statement deletes. */
async function noteDeletions(trx: Executor, table: string): Promise<void> {
  await sql`
    create table deletions (n serial, count int);
    create function note_deletion() returns trigger language plpgsql as $$
      begin insert into deletions (count) select count(*) from gone; return null; end $$;
    create trigger note_deletion after delete on ${sql.table(table)}
      referencing old table as gone for each statement execute function note_deletion()`.execute(trx);
}

async function deletions(trx: Executor): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`select count from deletions order by n`.execute(trx);
  return rows.map(({ count }) => count);
}
