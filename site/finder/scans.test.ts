import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { runDueJobs } from '../../domain/schedule.ts';
import { type App, startApp } from '../../test/app.ts';
import { makeItem, makeOwner, type Person, passTime } from '../../test/make.ts';
import { unzip } from '../../test/unzip.ts';
import type { Visitor } from '../../test/visitor.ts';
import { withOwner } from '../../test/worlds.ts';

afterEach(() => void vi.useRealTimers());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1';

async function makeWorld() {
  const { app, owner } = await withOwner(startApp());
  return { app, owner, item: await makeItem(owner) };
}

function open(visitor: Visitor, { hash }: ItemSummary, headers: Record<string, string> = {}, method = 'GET') {
  return visitor.fetch(`/item/${hash}`, { method, headers: { 'user-agent': firefox, ...headers } });
}

async function kindsOf(owner: Person, { id }: ItemSummary) {
  const people = await owner.call('listScans', { itemId: id });
  const robots = await owner.call('listScans', { itemId: id, robots: true });
  return [...people.scans, ...robots.scans].map(({ kind }) => kind);
}

/** What was opened before is written when this is. */
async function writtenAfter(app: App) {
  const owner = await makeOwner(app, 'Eve');
  const marker = await makeItem(owner);
  await open(app.visitor(), marker);
  await expect.poll(() => kindsOf(owner, marker)).toEqual(['opened']);
}

test('the owner reads when a tag’s page was opened: once by each browser within ten minutes, also from the page cache', async () => {
  const { app, owner, item } = await makeWorld();
  const finder = app.visitor();
  for (const _ of [1, 2, 3]) expect((await open(finder, item)).status).toBe(200);
  await finder.fetch(`/T/${item.id.toUpperCase()}`, { headers: { 'user-agent': firefox } });
  await open(finder, item, { 'user-agent': safari });
  await open(app.visitor(), item);
  await writtenAfter(app);
  expect(await kindsOf(owner, item)).toEqual(['opened', 'opened', 'opened']);
  await open(finder, item);
  await writtenAfter(app);
  expect(await kindsOf(owner, item), 'written already').toHaveLength(3);
  const { scans } = await owner.call('listScans', { itemId: item.id });
  expect(scans[0]).toEqual({
    id: expect.any(String),
    code: item.id,
    kind: 'opened',
    at: expect.stringMatching(/^\d{4}-/),
  });

  passTime(9 * 60_000);
  await open(finder, item);
  await writtenAfter(app);
  expect(await kindsOf(owner, item), 'nine minutes later').toHaveLength(3);
  passTime(2 * 60_000);
  await open(finder, item);
  await writtenAfter(app);
  expect(await kindsOf(owner, item)).toHaveLength(4);
});

test('the key that tells browsers apart is another one every day: a scan before and one after it changed are two', async () => {
  const app = await startApp();
  passTime(24 * 3600_000 - 60_000);
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  const finder = app.visitor();
  await open(finder, item);
  await writtenAfter(app);
  await open(finder, item);
  await writtenAfter(app);
  expect(await kindsOf(owner, item)).toHaveLength(1);
  passTime(2 * 60_000);
  await open(finder, item);
  await writtenAfter(app);
  expect(await kindsOf(owner, item)).toHaveLength(2);
});

test('the owner’s own looks, previews, robots and pages that a browser fetches early stand apart', async () => {
  const { app, owner, item } = await makeWorld();
  await open(owner, item);
  await open(app.visitor(), item, {}, 'HEAD');
  await open(app.visitor(), item, { 'sec-purpose': 'prefetch' });
  await open(app.visitor(), item, { purpose: 'prefetch' });
  for (const robot of [
    'WhatsApp/2.24.1 A',
    'facebookexternalhit/1.1',
    'TelegramBot (like TwitterBot)',
    'Slackbot 1.0',
    '',
  ])
    await open(app.visitor(), item, { 'user-agent': robot });
  await writtenAfter(app);
  const people = await owner.call('listScans', { itemId: item.id });
  expect(people.scans.map(({ kind }) => kind)).toEqual(['own']);
  const robots = await owner.call('listScans', { itemId: item.id, robots: true });
  expect(robots.scans.map(({ kind }) => kind)).toEqual(Array(8).fill('robot'));
});

test('a scan reaches the owner’s open pages, and raises neither badge nor mail', async () => {
  const { app, owner, item } = await makeWorld();
  const live = await owner.live();
  await open(app.visitor(), item);
  expect(await live.next('scan')).toEqual({ id: item.id });
  expect((await owner.call('countUnread', {})).unread).toBe(0);
  const { db } = app.services;
  const mails = db
    .selectFrom('outgoingMails')
    .select('id')
    .where('uid', '=', owner.uid)
    .where('purpose', 'like', '%message%');
  expect(await mails.execute()).toEqual([]);
});

test('nothing of who opened a page is stored, and a flood of one tag makes 20 rows in ten minutes', async () => {
  const { app, owner, item } = await makeWorld();
  for (let n = 0; n < 40; n += 1) await open(app.visitor(), item);
  await writtenAfter(app);
  expect(await kindsOf(owner, item)).toHaveLength(20);
  const { rows } = await sql<{ row: string }>`select to_jsonb(scans)::text as row from scans`.execute(app.services.db);
  for (const { row } of rows) expect(row).not.toMatch(/198\.51|Mozilla|Firefox/);
  expect(Object.keys(JSON.parse(rows[0]?.row ?? '')).sort()).toEqual(
    'id item_id kind owner_id scanned_at tag_code'.split(' '),
  );
});

test('scans while the database cannot write are written afterwards, with their own time', async () => {
  const { app, owner, item } = await makeWorld();
  const { db } = app.services;
  await open(app.visitor(), item);
  await sql`alter table scans rename to scans_away`.execute(db);
  const before = new Date().toISOString();
  const warn = vi.spyOn(app.services.log, 'warn');
  await open(app.visitor(), item);
  const failed = [{ error: expect.any(Error) }, 'could not write scans; trying again'];
  await expect.poll(() => warn.mock.calls).toContainEqual(failed);
  const after = new Date().toISOString();
  await sql`alter table scans_away rename to scans`.execute(db);
  await writtenAfter(app);
  const { scans } = await owner.call('listScans', { itemId: item.id });
  expect(scans).toHaveLength(2);
  const [last] = scans;
  expect(last && before <= last.at && last.at <= after).toBe(true);
});

test('scans are in the export, and are deleted after 90 days', async () => {
  const { app, owner, item } = await makeWorld();
  await open(app.visitor(), item);
  await writtenAfter(app);
  const files = await unzip(await (await owner.get('/profile/export')).blob());
  expect(JSON.parse(files['scans.json'] ?? '')).toEqual([
    { tagCode: item.id, itemId: item.id, kind: 'opened', scannedAt: expect.any(String) },
  ]);
  const { db } = app.services;
  await sql`update scans set scanned_at = scanned_at - interval '89 days'`.execute(db);
  await runDueJobs(app.services);
  expect(await kindsOf(owner, item)).toHaveLength(1);
  await sql`update scans set scanned_at = scanned_at - interval '1 day'`.execute(db);
  await sql`delete from scheduled_jobs`.execute(db);
  await runDueJobs(app.services);
  expect(await kindsOf(owner, item)).toEqual([]);
});

test('what was opened before a stop is written', async () => {
  const { app, owner, item } = await makeWorld();
  const other = await startApp({ besides: app });
  await open(other.visitor(), item);
  await other.close();
  expect(await kindsOf(owner, item)).toEqual(['opened']);
});
