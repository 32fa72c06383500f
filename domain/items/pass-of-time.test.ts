import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApp } from '../../test/app.ts';
import { makeItem, makeOwner } from '../../test/make.ts';
import { countWaiting } from '../../test/rows-read.ts';
import { forgetTrips, settleReturnedItems } from './pass-of-time.ts';

test('what an owner changes while the jobs look at the item is not undone by them', async () => {
  const app = await startApp();
  const { db } = app.services;
  const { id } = await makeItem(await makeOwner(app));
  await sql`update items set returned_at = now() - interval '31 days',
    private_details = private_details || '{"tripUntil": "2026-01-31"}'`.execute(db);
  let jobs: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    await sql`update items set lost_at = now(), returned_at = null,
      private_details = private_details || '{"tripUntil": "2999-01-31"}' where id = ${id}`.execute(trx);
    jobs = Promise.all([settleReturnedItems(app.services), forgetTrips(app.services)]);
    await expect.poll(() => countWaiting(app)).toBe(2);
  });
  await jobs;
  const item = await db.selectFrom('items').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(item).toMatchObject({ lostAt: expect.any(Date), privateDetails: { tripUntil: '2999-01-31' } });
});
