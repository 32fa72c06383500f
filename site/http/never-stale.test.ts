import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type App, startApp } from '../../test/app.ts';
import { freshDatabase } from '../../test/database.ts';
import { databaseOnALine } from '../../test/database-line.ts';
import { createTestLog } from '../../test/log.ts';
import { makeAdministrator, makeItem, makeOwner, passTime, signIn } from '../../test/make.ts';
import type { Visitor } from '../../test/visitor.ts';
import { createPageCache } from './page-cache.ts';

/** Two processes on one database, one of them behind a line. */
async function twoProcesses(publicUrl?: string) {
  const database = await freshDatabase();
  const line = await databaseOnALine({ to: database });
  const steady = await startApp({ database, ...(publicUrl && { publicUrl }) });
  const onTheLine = await startApp({ besides: steady, database: line.database });
  /** What is done while no NOTIFY gets through is followed by the end of whoever did it. */
  const dieAfter = async (change: () => Promise<unknown>) => {
    line.silence('pg_notify');
    await change();
    await line.cut();
  };
  return { line, steady, onTheLine, dieAfter };
}

const read = (app: App, path: string) => app.visitor().read(path);
const isCached = async (app: App, path: string) => (await app.visitor().get(path)).headers.has('etag');

/** The page lies in the process's cache. */
async function cache(app: App, path: string): Promise<void> {
  await expect.poll(() => isCached(app, path)).toBe(true);
}

function sameBrowserAt(app: App, { cookies }: Visitor): Visitor {
  const visitor = app.visitor();
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  return visitor;
}

test('a tag’s cached page follows the change of a process that died before its NOTIFY', async () => {
  const { steady, onTheLine, dieAfter } = await twoProcesses();
  const owner = await makeOwner(onTheLine);
  const item = await makeItem(owner, { name: 'Red scarf' });
  await cache(steady, `/item/${item.hash}`);
  await dieAfter(() => owner.call('updateItem', { ...item, name: 'Green scarf' }));
  await expect.poll(() => read(steady, `/item/${item.hash}`)).toContain('Green scarf');
});

test('the unread badge follows the message that a process took that died before its NOTIFY', async () => {
  const { steady, onTheLine, dieAfter } = await twoProcesses();
  const owner = await makeOwner(steady);
  const item = await makeItem(owner);
  const live = await owner.live();
  expect(await live.next('unread')).toEqual({ unread: 0 });
  await dieAfter(() => onTheLine.visitor().post(`/item/${item.hash}`, { text: 'It lies at the station.' }));
  const told = live.next('unread');
  await expect.poll(() => Promise.race([told, 'nothing yet'])).toEqual({ unread: 1 });
  live.close();
});

test.each(['sign-out', 'sign-out elsewhere'])(
  'a %s ends the pages that other processes hold open, whoever did it died before its NOTIFY',
  async (how) => {
    const { steady, onTheLine, dieAfter } = await twoProcesses();
    const owner = await makeOwner(onTheLine);
    const stream = await sameBrowserAt(steady, owner).get('/live');
    const elsewhere = await signIn(onTheLine.visitor(), owner.email);
    await dieAfter(() => (how === 'sign-out' ? owner.auth('sign-out', {}) : elsewhere.call('signOutElsewhere', {})));
    const told = stream.text();
    await expect.poll(() => Promise.race([told, 'nothing yet'])).toContain('event: session');
  },
);

test('maintenance closes cached pages when the process that turned it on died before its NOTIFY', async () => {
  const { steady, onTheLine, dieAfter } = await twoProcesses('http://handback.test');
  const admin = await makeAdministrator(onTheLine);
  await cache(steady, '/about');
  await dieAfter(() => admin.call('setMaintenance', { enabled: true }));
  await expect.poll(async () => (await steady.visitor().get('/about')).status).toBe(503);
});

test('what happens while a process has no event connection, and can have none, reaches its pages; one that fell silent is made anew, and what happened meanwhile is known', async () => {
  const { line, steady, onTheLine } = await twoProcesses();
  const owner = await makeOwner(steady);
  const item = await makeItem(owner, { name: 'Red scarf' });
  await cache(onTheLine, `/item/${item.hash}`);
  line.silence('listen handback_changes');
  await owner.call('updateItem', { ...item, name: 'Green scarf' });
  await expect.poll(() => read(onTheLine, `/item/${item.hash}`)).toContain('Green scarf');
  const ready = await onTheLine.visitor().get('/readyz');
  expect([ready.status, await ready.text()]).toEqual([503, 'event connection away']);
  await line.mend();
  await expect.poll(async () => (await onTheLine.visitor().get('/readyz')).status).toBe(200);
  await cache(onTheLine, `/item/${item.hash}`);
  line.silence('listen handback_changes');
  await line.mend();
  await owner.call('updateItem', { ...item, name: 'Blue scarf' });
  await expect.poll(() => read(onTheLine, `/item/${item.hash}`)).toContain('Blue scarf');
  await expect.poll(() => onTheLine.visitor().read('/readyz')).toBe('ready');
});

test('a slow line is not taken for a frozen database: an old page does not stay', async () => {
  const { line, steady, onTheLine } = await twoProcesses();
  const owner = await makeOwner(steady);
  const item = await makeItem(owner, { name: 'Red scarf' });
  await cache(onTheLine, `/item/${item.hash}`);
  line.slow(1_700);
  await owner.call('updateItem', { ...item, name: 'Green scarf' });
  await expect.poll(() => read(onTheLine, `/item/${item.hash}`)).not.toContain('Red scarf');
});

test('pages that a process cached are not used any more 5 s after its database refused it', async () => {
  const { line, onTheLine } = await twoProcesses();
  const { hash } = await makeItem(await makeOwner(onTheLine));
  await cache(onTheLine, `/item/${hash}`);
  await line.cut();
  expect(await isCached(onTheLine, `/item/${hash}`)).toBe(true);
  passTime(5_001);
  expect((await onTheLine.visitor().get(`/item/${hash}`)).ok).toBe(false);
  const ready = await onTheLine.visitor().get('/readyz');
  expect([ready.status, await ready.text()]).toEqual([503, 'database away']);
  await line.mend();
  await expect.poll(async () => (await onTheLine.visitor().get(`/item/${hash}`)).status).toBe(200);
});

test('cached pages go on for two minutes while the database is frozen: it answers nothing and refuses nothing', async () => {
  const { line, onTheLine } = await twoProcesses();
  const { hash } = await makeItem(await makeOwner(onTheLine));
  await cache(onTheLine, `/item/${hash}`);
  line.silence('');
  passTime(5_001);
  await expect.poll(() => onTheLine.services.events.freshness()).toBe('frozen');
  passTime(60_000);
  expect(await isCached(onTheLine, `/item/${hash}`)).toBe(true);
  passTime(60_000);
  expect(onTheLine.services.events.freshness()).toBe('behind');
  await line.cut();
});

test('a cached page lives for a minute at most: what nobody tells of shows by then; a page that comes back as it was after its minute is not compressed anew', async () => {
  const app = await startApp();
  const item = await makeItem(await makeOwner(app), { name: 'Red scarf' });
  await cache(app, `/item/${item.hash}`);
  await app.services.db.updateTable('items').set({ name: 'Green scarf' }).where('id', '=', item.id).execute();
  expect(await read(app, `/item/${item.hash}`)).toContain('Red scarf');
  passTime(60_001);
  expect(await read(app, `/item/${item.hash}`)).toContain('Green scarf');
  const { hash } = await makeItem(await makeOwner(app));
  const cachedBytes = async () => {
    const { headers } = await app.visitor().get(`/item/${hash}`);
    return headers.has('etag') ? Number(headers.get('content-length')) : 0;
  };
  // The first time that it comes from the cache: from then on it is being compressed.
  let cheap = 0;
  await expect.poll(async () => (cheap ||= await cachedBytes())).toBeGreaterThan(0);
  await expect.poll(cachedBytes).toBeLessThan(cheap);
  const best = await cachedBytes();
  passTime(60_001);
  expect(await cachedBytes()).toBe(0);
  let first = 0;
  await expect.poll(async () => (first ||= await cachedBytes())).toBe(best);
});

test('a changed brand shows at once in every process when the change is told', async () => {
  const one = await startApp();
  const two = await startApp({ besides: one });
  for (const app of [one, two]) expect(await read(app, '/about')).toContain('Handback');
  const value = JSON.stringify({ productName: 'Wiederda' });
  await one.services.events.transaction(async (trx, publish) => {
    await trx.insertInto('settings').values({ key: 'brand', value }).execute();
    publish({ kind: 'settings' });
  });
  expect(await read(one, '/about')).toContain('Wiederda');
  await expect.poll(() => read(two, '/about')).toContain('Wiederda');
});

test('a page that was drawn with the earlier brand and languages, because the new ones took too long to read, is not kept', async () => {
  const one = await startApp();
  const two = await startApp({ besides: one });
  const path = `/item/${(await makeItem(await makeOwner(one))).hash}`;
  const [old, current] = ['/language?', 'Wiederda'];
  expect(await read(two, path)).toContain(old);
  const { db, events } = one.services;
  const heard = Promise.withResolvers<void>();
  onTestFinished(two.services.events.subscribe(({ kind }) => kind === 'settings' && heard.resolve()));
  const released = Promise.withResolvers<void>();
  let locking: Promise<void> | undefined;
  await events.transaction(async (trx, publish) => {
    const rows = { brand: { productName: current }, languages: { finder: ['en'] } };
    for (const [key, value] of Object.entries(rows)) {
      await trx
        .insertInto('settings')
        .values({ key, value: JSON.stringify(value) })
        .execute();
    }
    // It has its turn directly after this transaction, before anybody who reads.
    locking = db.transaction().execute(async (locker) => {
      await sql`lock table settings`.execute(locker);
      await released.promise;
    });
    const waiting = () =>
      sql`select 1 from pg_locks where relation = 'settings'::regclass and not granted`.execute(trx);
    await expect.poll(async () => (await waiting()).rows).toHaveLength(1);
    publish({ kind: 'settings' });
  });
  await heard.promise;
  const meanwhile = await read(two, path);
  expect(meanwhile, 'it does not wait for them').toContain(old);
  expect(meanwhile).not.toContain(current);
  released.resolve();
  await locking;
  await expect.poll(() => read(two, path)).toContain(current);
  expect(await read(two, path)).not.toContain(old);
});

test('every connection to the database is kept alive: a peer that is gone is noticed, also where nothing is sent', async () => {
  const line = await databaseOnALine({ tcp: true });
  const app = await startApp({ database: line.database });
  await Promise.all(Array.from({ length: 4 }, () => app.visitor().get('/item/unknown')));
  const hexPort = Number(line.database.port).toString(16).padStart(4, '0').toUpperCase();
  const timers = async () =>
    (await readFile('/proc/net/tcp', 'utf8'))
      .split('\n')
      .map((row) => row.trim().split(/\s+/))
      .filter(([, , remote, state]) => remote?.endsWith(`:${hexPort}`) && state === '01')
      .map((columns) => columns[5]?.slice(0, 2));
  expect((await timers()).length, 'the event connection, and some of the pool').toBeGreaterThan(2);
  // While an answer is awaited another timer runs.
  const kinds = async () => new Set(await timers());
  await expect.poll(kinds, { message: '02: the timer that runs is the one of keepalive' }).toEqual(new Set(['02']));
});

test('a stream on which a changed badge or setting cannot be told ends: the page comes back and asks anew', async () => {
  const app = await startApp();
  app.expectLogError(/could not (count unread messages|tell about maintenance)/);
  const owner = await makeOwner(app);
  const { db, events } = app.services;
  for (const [table, event] of [
    ['web_messages', { kind: 'unread', uid: owner.uid }],
    ['settings', { kind: 'settings' }],
  ] as const) {
    const stream = await owner.get('/live');
    await sql`alter table ${sql.table(table)} rename to elsewhere`.execute(db);
    await events.publish(event);
    expect(await stream.text(), table).toContain('retry: ');
    await sql`alter table elsewhere rename to ${sql.table(table)}`.execute(db);
  }
});

test('cached pages take a bounded number of bytes: the one longest unused goes first, one that is too large is not kept', () => {
  const { log } = createTestLog();
  const cache = createPageCache({ maxBytes: 10_000, headers: [], freshness: () => 'current', log });
  onTestFinished(cache.close);
  const named = (path: string) => ({ path, language: 'en', scheme: undefined });
  const put = (path: string, bytes: number) => cache.put(named(path), cache.startRead(), 'x'.repeat(bytes), {});
  const kept = () => ['/a', '/b', '/c', '/large'].filter((path) => cache.get(named(path), 'plain'));
  put('/a', 1_000);
  put('/b', 1_000);
  put('/large', 4_000);
  expect(kept()).toEqual(['/a', '/b']);
  cache.get(named('/a'), 'plain');
  put('/c', 2_000);
  expect(kept()).toEqual(['/a', '/c']);
});
