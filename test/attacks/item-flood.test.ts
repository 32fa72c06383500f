import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runDueJobs } from '../../domain/schedule.ts';
import { startApp } from '../app.ts';
import { queuedMails } from '../mail-queue.ts';
import { makeFinder, makeItem, makeOwner } from '../make.ts';

const networks = 60;
const atOnce = 6;

test('300 messages to one item, from 60 networks, are at most ten emails in a day; a genuine one is stored, not held and told of, and the page answers', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  const genuine = await makeFinder(app, item);
  const robots = Array.from({ length: networks }, () => app.visitor());
  const flood = Array.from({ length: atOnce }, async () => {
    for (let robot = robots.pop(); robot; robot = robots.pop())
      for (let n = 0; n < 5; n++)
        await robot.call('reportFound', { hash: item.hash, key: crypto.randomUUID(), text: `Spam ${n}` });
  });
  const page = await app.visitor().get(`/item/${item.hash}`);
  const sent = await genuine.post(`/item/${item.hash}`, { text: 'At the station, ask for Kim.' });
  expect([page.status, sent.status]).toEqual([200, 303]);
  await Promise.all(flood);

  const { db } = app.installation;
  const stored = await db.selectFrom('webMessages').select(['text', 'heldReason']).execute();
  expect(stored).toHaveLength(5 * networks + 1);
  expect(stored).toContainEqual({ text: 'At the station, ask for Kim.', heldReason: null });
  for (let hours = 0; hours < 24; hours++) {
    await sql`update outgoing_mails set created_at = created_at - interval '1 hour'`.execute(db);
    await sql`update notices set due_at = due_at - interval '1 hour'`.execute(db);
    await sql`delete from scheduled_jobs`.execute(db);
    await runDueJobs(app.installation);
  }
  const mails = (await queuedMails(app)).filter(({ purpose }) => /^new-message|^held-messages/.test(purpose));
  expect(mails.length).toBeLessThanOrEqual(10);
  const told = mails.reduce((sum, { subject }) => sum + Number(/^[\d,]+/.exec(subject)?.[0] ?? 1), 0);
  expect(told, 'each message is told of once').toBe(5 * networks + 1);
});

test('messages to one item that wait for the database leave connections to others, and are stored in the end', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const flooded = await makeItem(owner);
  const { db } = app.installation;
  const tell = (hash: string, text: string) =>
    app.visitor().call('reportFound', { hash, key: crypto.randomUUID(), text }) as Promise<{ secret: string }>;
  const other = await makeItem(owner);
  const flood = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('items').select('id').where('id', '=', flooded.id).forUpdate().execute();
    const waiting = Array.from({ length: 30 }, (_, n) => tell(flooded.hash, `Spam ${n}`));
    const answers = sql<{ held: number }>`select count(*)::int as held from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await answers.execute(trx)).rows[0]?.held).toBeGreaterThan(2);
    expect((await tell(other.hash, 'At the station.')).secret).toBeTruthy();
    return waiting;
  });
  for (const { secret } of await Promise.all(flood)) expect(secret).toBeTruthy();
  expect(await db.selectFrom('webMessages').select('id').execute()).toHaveLength(31);
});
