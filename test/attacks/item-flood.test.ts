import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runDueJobs } from '../../domain/schedule.ts';
import { type App, startApp } from '../app.ts';
import { queuedMails } from '../mail-queue.ts';
import { makeFinder, makeItem } from '../make.ts';
import { countWaiting } from '../rows-read.ts';
import { withItem, withOwner } from '../worlds.ts';

const networks = 60;
const atOnce = 6;

test('300 messages to one item, from 60 networks, are at most ten emails in a day, and five marked ones; a genuine one is stored, not held and told of, and the page answers', async () => {
  const { app, item } = await withItem(startApp());
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

  const { db } = app.services;
  const stored = await db.selectFrom('webMessages').select(['text', 'heldReason']).execute();
  expect(stored).toHaveLength(5 * networks + 1);
  expect(stored).toContainEqual({ text: 'At the station, ask for Kim.', heldReason: null });
  for (let hours = 0; hours < 24; hours++) {
    await sql`update outgoing_mails set created_at = created_at - interval '1 hour'`.execute(db);
    await sql`update pending_notifications set due_at = due_at - interval '1 hour'`.execute(db);
    await sql`delete from scheduled_jobs`.execute(db);
    await runDueJobs(app.services);
  }
  const mails = (await queuedMails(app)).filter(({ purpose }) => /^new-message|^held-messages/.test(purpose));
  const marked = mails.filter(({ purpose }) => purpose === 'held-messages');
  expect(marked.length).toBeLessThanOrEqual(5);
  expect(mails.length - marked.length).toBeLessThanOrEqual(10);
  const told = mails.reduce((sum, { subject }) => sum + Number(/(^|: )([\d,]+) /.exec(subject)?.[2] ?? 1), 0);
  expect(told, 'each message is told of once').toBe(5 * networks + 1);
});

test('messages to one item that wait for the database leave connections to others, those of one network leave turns to others, and each is stored or refused', async () => {
  const { app, owner, item: flooded } = await withItem(startApp());
  const { db } = app.services;
  const tell = (hash: string, text: string, finder = app.visitor()) =>
    finder.tryCall('reportFound', { hash, key: crypto.randomUUID(), text });
  const other = await makeItem(owner);
  const flood = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('items').select('id').where('id', '=', flooded.id).forUpdate().execute();
    const robot = app.visitor();
    const held = () => countWaiting(app);
    const waiting = Array.from({ length: 10 }, (_, n) => tell(flooded.hash, `From one ${n}`, robot));
    await expect.poll(held).toBe(1);
    expect((await tell(other.hash, 'At the station.', robot)).status).toBe(200);
    expect(await held(), 'the others of the network wait').toBe(1);
    waiting.push(...Array.from({ length: 20 }, (_, n) => tell(flooded.hash, `Spam ${n}`)));
    await expect.poll(held).toBe(3);
    expect((await tell(other.hash, 'At the station.')).status).toBe(200);
    return waiting;
  });
  await expectStoredOrRefused(app, await Promise.all(flood), 2);
});

test('messages to five items that wait for the database take six connections in all, a page answers, and each message is stored or refused', async () => {
  const { app, owner } = await withOwner(startApp());
  const { db } = app.services;
  const items = await Promise.all(Array.from({ length: 5 }, () => makeItem(owner)));
  const other = await makeItem(owner);
  const flood = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('items').select('id').where('id', '!=', other.id).forUpdate().execute();
    const held = () => countWaiting(app);
    const waiting = items.flatMap(({ hash }) =>
      Array.from({ length: 4 }, (_, n) =>
        app.visitor().tryCall('reportFound', { hash, key: crypto.randomUUID(), text: `Spam ${n}` }),
      ),
    );
    await expect.poll(held).toBe(6);
    expect((await app.visitor().get(`/item/${other.hash}?from=a-map`)).status).toBe(200);
    expect(await held()).toBe(6);
    return waiting;
  });
  await expectStoredOrRefused(app, await Promise.all(flood), 0);
});

type Answer = { status: number };

async function expectStoredOrRefused(app: App, answered: Answer[], others: number): Promise<void> {
  const confirmed = answered.filter(({ status }) => status === 200);
  expect(confirmed.length).toBeGreaterThan(0);
  expect(new Set(answered.map(({ status }) => status)).difference(new Set([200, 503]))).toEqual(new Set());
  const stored = await app.services.db.selectFrom('webMessages').select('id').execute();
  expect(stored).toHaveLength(confirmed.length + others);
}
