import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { runDueJobs } from '../../domain/schedule.ts';
import { type App, startApp } from '../../test/app.ts';
import { freshDatabase } from '../../test/database.ts';
import { databaseOnALine } from '../../test/database-line.ts';
import { createTestLog } from '../../test/log.ts';
import { connect, createDiskSpace } from '../db/connect.ts';
import { type Event, readChanges, writeChange } from './changes.ts';
import { createEventConnection } from './event-connection.ts';

function listen(app: App): Event[] {
  const heard: Event[] = [];
  onTestFinished(app.services.events.subscribe((event) => heard.push(event)));
  return heard;
}

const tag = (code: string): Event => ({ kind: 'tag', code });

test('a transaction that commits after a later one was read is not missed, and each is told once', async () => {
  const one = await startApp();
  const two = await startApp({ besides: one });
  const [here, there] = [listen(one), listen(two)];
  const { events } = one.services;
  const started = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<void>();
  const slow = events.transaction(async (trx, publish) => {
    await sql`select pg_current_xact_id()`.execute(trx);
    started.resolve();
    await finished.promise;
    publish(tag('earlier id, later commit'));
  });
  await started.promise;
  await events.publish(tag('later id'));
  await expect.poll(() => there).toEqual([tag('later id')]);
  await events.publish(tag('last id'));
  await expect.poll(() => there).toEqual([tag('later id'), tag('last id')]);
  finished.resolve();
  await slow;
  const all = [tag('later id'), tag('last id'), tag('earlier id, later commit')];
  await expect.poll(() => there).toEqual(all);
  await two.services.events.publish(tag('afterwards'));
  await expect.poll(() => here).toEqual([...all, tag('afterwards')]);
  expect(there).toEqual([...all, tag('afterwards')]);
});

test('what a transaction publishes that fails is told nobody', async () => {
  const one = await startApp();
  const two = await startApp({ besides: one });
  const [here, there] = [listen(one), listen(two)];
  const failing = one.services.events.transaction(async (_trx, publish) => {
    publish(tag('undone'));
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  await one.services.events.publish(tag('done'));
  await expect.poll(() => there).toEqual([tag('done')]);
  expect(here).toEqual([tag('done')]);
});

test('a commit whose answer is lost with the connection is told all the same, here too', async () => {
  const database = await freshDatabase();
  const line = await databaseOnALine({ to: database });
  const app = await startApp({ database: line.database });
  const heard = listen(app);
  line.breakAfter('commit');
  await expect(app.services.events.publish(tag('kept'))).rejects.toThrow();
  await line.mend();
  await expect.poll(() => heard).toEqual([tag('kept')]);
});

test('who comes back after more than a minute, or to a database that was started anew, does not know what changed', async () => {
  const { db, pool, close } = connect(await freshDatabase(), createTestLog().log);
  onTestFinished(close);
  const ask = (text: string, values: unknown[]) => pool.query(text, values);
  const { cursor } = await readChanges(ask);
  await db.transaction().execute((trx) => writeChange(trx, [tag('one')]));
  expect((await readChanges(ask, cursor)).changes).toMatchObject([{ events: [tag('one')] }]);
  expect((await readChanges(ask, { ...cursor, readAt: cursor.readAt - 61 })).changes).toBe('lost');
  expect((await readChanges(ask, { ...cursor, server: '2026-01-01 00:00:00+00' })).changes).toBe('lost');
});

test('a connection on which notifications no longer arrive is made anew', async () => {
  const database = await freshDatabase();
  const line = await databaseOnALine({ to: database });
  const app = await startApp({ database: line.database });
  const connections = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and application_name = 'handback events'`.execute(app.services.db);
    return rows.map(({ pid }) => pid);
  };
  const [before] = await connections();
  line.dropNotifications();
  await expect.poll(connections).not.toContain(before);
});

test('changes are deleted after ten minutes', async () => {
  const app = await startApp();
  const { db, events } = app.services;
  await events.publish(tag('old'));
  await db.updateTable('changes').set({ madeAt: sql<Date>`now() - interval '11 minutes'` }).execute();
  await events.publish(tag('new'));
  await db.deleteFrom('scheduledJobs').execute();
  await runDueJobs(app.services);
  expect(await db.selectFrom('changes').select('events').execute()).toEqual([{ events: [tag('new')] }]);
});

test('a query that waits behind one that met silence says that it met silence too, not that the database refused it', async () => {
  const line = await databaseOnALine();
  const heard = { woken() {}, opened() {}, failed() {} };
  const connection = createEventConnection(line.database, heard, createDiskSpace(), createTestLog().log);
  onTestFinished(() => connection.close());
  await connection.open();
  line.silence('');
  const asked = [connection.query('select 1', []), connection.query('select 2', [])];
  const late = { status: 'rejected', reason: { code: 'ETIMEDOUT' } };
  expect(await Promise.allSettled(asked)).toMatchObject([late, late]);
});
