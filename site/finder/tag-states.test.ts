import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { administerTag } from '../../domain/items/administer-tag.ts';
import { toItemHash } from '../../domain/items/contract/item-hash.ts';
import { makeStockTags } from '../../domain/items/make-tags.ts';
import { runDueJobs } from '../../domain/schedule.ts';
import { type App, startApp } from '../../test/app.ts';
import { makeConversation, makeItem, makeOwner } from '../../test/make.ts';
import { sharedApp } from '../../test/shared-app.ts';
import { withConversation, withItem, withOwner } from '../../test/worlds.ts';

async function read(app: App, code: string) {
  const [page, printed] = await Promise.all(
    [`/item/${toItemHash(code)}`, `/T/${code.toUpperCase()}`].map(async (path) => {
      const answer = await app.visitor().get(path);
      const text = await answer.text();
      return {
        status: answer.status,
        title: /<h1[^>]*>(.*?)<\/h1>/.exec(text)?.[1],
        can: /<h1[^>]*>.*?<\/h1><p>([^<]*)/.exec(text)?.[1]?.trim(),
        contact: text.includes(`href="/contact?tag=${code}#write"`),
      };
    }),
  );
  expect(printed).toEqual(page);
  return page;
}

const valuable = 'If somebody may be missing what you found, please write to us.';
const retired = { status: 410, title: 'This tag is retired.', can: valuable, contact: true };

test('whatever became of a tag, its page says so with the right status and in one sentence what one can do, and leads to the operator', async () => {
  const { app, owner, item } = await withItem(startApp());
  const { db } = app.services;
  await makeStockTags(1, app.services);
  const { code: stock } = await db
    .selectFrom('tags')
    .select('code')
    .where('status', '=', 'blank')
    .executeTakeFirstOrThrow();
  expect(await read(app, '0000000000000000')).toEqual({
    status: 404,
    title: 'We don’t know this tag.',
    can: 'Type the code from the tag letter by letter, or write to us if it was on something you found.',
    contact: true,
  });
  expect(await read(app, stock)).toEqual({
    status: 200,
    title: 'This tag is not in use yet.',
    can: 'If it is yours, activate it; if it was on something you found, write to us.',
    contact: true,
  });
  const retire = (code: string) => administerTag(null, { code, act: 'retire', reason: 'other' }, app.services);
  expect(await retire(stock)).toBe('done');
  expect(await read(app, stock)).toEqual(retired);
  expect(await retire('0000000000000000')).toBe('no-tag');

  expect(await read(app, item.id)).toMatchObject({ status: 200, title: expect.stringContaining('You found') });
  await owner.call('archiveItem', { id: item.id });
  const archived = { status: 200, title: 'This tag is not in use now.', can: valuable, contact: true };
  expect(await read(app, item.id)).toEqual(archived);
  await administerTag(null, { code: item.id, act: 'freeze', reason: 'other' }, app.services);
  expect(await read(app, item.id)).toEqual({ ...archived, title: 'This tag was switched off.' });
  await administerTag(null, { code: item.id, act: 'unfreeze', reason: 'other' }, app.services);
  const report = { hash: item.hash, key: crypto.randomUUID(), text: 'Found it' };
  expect((await app.visitor().tryCall('reportFound', report)).error?.message).toMatch(/nobody to write to/);
  await owner.call('unarchiveItem', { id: item.id });
  expect(await read(app, item.id)).toMatchObject({ status: 200, title: expect.stringContaining('You found') });

  await sql`update users set deletion_asked_at = ${new Date(0)} where uid = ${owner.uid}`.execute(db);
  await runDueJobs(app.services);
  expect(await read(app, item.id)).toEqual(retired);
});

test('a tag that takes no message leads whoever wrote before back to their conversation, and nobody else', async () => {
  const { app, owner, item, finder, path } = await withConversation(startApp());
  const administer = (act: 'freeze' | 'unfreeze') =>
    administerTag(null, { code: item.id, act, reason: 'other' }, app.services);
  const expectWayBack = async (title: string) => {
    const scanned = await finder.read(`/item/${item.hash}`);
    for (const said of [title, `href="${path}"`]) expect(scanned).toContain(said);
    const refused = await (await finder.post(`/item/${item.hash}`, { text: 'It is still here.' })).text();
    expect(refused).toMatch(new RegExp(`href="${path}".*It is still here\\.`, 's'));
    expect(await app.visitor().read(`/item/${item.hash}`)).not.toContain('/conversation/');
  };
  await owner.call('archiveItem', { id: item.id });
  await expectWayBack('This tag is not in use now.');
  await owner.call('unarchiveItem', { id: item.id });
  await administer('freeze');
  await expectWayBack('This tag was switched off.');
  await administer('unfreeze');
  await owner.call('deleteItem', { id: item.id });
  await expectWayBack('This tag is retired.');
  await sql`update items set deleted_at = now() - interval '30 days'`.execute(app.services.db);
  await runDueJobs(app.services);
  await expectWayBack('This tag is retired.');
});

test('an archived item leaves the list and comes back; twice is once, and marking it lost takes it out; a place in another direction than the page does not turn the date that follows it', async () => {
  const { app, owner, item } = await withItem();
  const { id, hash } = item;
  const first = await owner.call('archiveItem', { id });
  expect(first.archivedAt).not.toBeNull();
  expect(await owner.call('archiveItem', { id })).toEqual(first);
  const lists = async () => [
    (await owner.call('listItems', {})).items.length,
    (await owner.call('listItems', { archived: true })).items.length,
  ];
  expect(await lists()).toEqual([0, 1]);
  expect(await owner.read(`/item/${hash}`)).toMatch(/"first-data".*"archivedAt":"20/);
  expect(await (await makeOwner(app, 'Eve')).read(`/item/${hash}`)).not.toContain('first-data');
  await owner.call('unarchiveItem', { id });
  expect((await owner.call('unarchiveItem', { id })).archivedAt).toBeNull();
  expect(await lists()).toEqual([1, 0]);
  await owner.call('archiveItem', { id });
  expect(await owner.call('markItemLost', { id })).toMatchObject({ archivedAt: null });
  await owner.call('markItemLost', { id, place: 'Bahnhof Zürich', lastSeen: '2026-11-20T10:00' });
  const finder = Object.assign(app.visitor(), { language: 'ar' });
  expect(await finder.read(`/item/${hash}`)).toMatch(/<bdi>Bahnhof Zürich<\/bdi> · <bdi>[^<]*10:00/);
});

test('the owner reads at the tag of a deleted item that it can be undone, and undoes it there; nobody else does', async () => {
  const { app, owner } = await withOwner(startApp());
  const other = await makeOwner(app, 'Eve');
  const { id, hash } = await makeItem(owner);
  const restored = `/item/${hash}/restored`;
  await owner.call('deleteItem', { id });
  for (const stranger of [app.visitor(), other]) {
    expect(await stranger.read(`/item/${hash}`)).not.toContain(restored);
    await stranger.post(restored, {});
    expect(await read(app, id)).toEqual(retired);
  }
  const shown = await owner.get(`/item/${hash}`);
  expect(shown.status).toBe(410);
  expect(await shown.text()).toMatch(new RegExp(`You deleted this item\\..*Until .*action="${restored}"`, 's'));
  await owner.post(restored, {});
  expect(await read(app, id)).toMatchObject({ status: 200 });
  await owner.call('deleteItem', { id });
  await sql`update items set deleted_at = now() - interval '30 days'`.execute(app.services.db);
  expect(await owner.read(`/item/${hash}`)).not.toContain(restored);
});

test('a deletion can be undone for 30 days, with the tags; then it is for good, and conversations keep the name alone', async () => {
  const { app, owner, item } = await withItem(startApp());
  const { db } = app.services;
  const other = await makeItem(owner, { name: 'Green scarf' });
  await makeConversation(app, item);
  const file = {
    id: 'f',
    ownerId: owner.uid,
    itemId: item.id,
    kind: 'receipt',
    type: 'application/pdf',
    bytes: 1,
  } as const;
  await db
    .insertInto('files')
    .values({ ...file, creationKey: 'f' })
    .execute();
  for (const { id } of [item, other]) await owner.call('deleteItem', { id });
  expect(await read(app, item.id)).toEqual(retired);
  expect(await owner.call('undeleteItem', { id: item.id })).toEqual(item);
  expect(await owner.call('undeleteItem', { id: item.id })).toEqual(item);
  expect(await read(app, item.id)).toMatchObject({ status: 200 });

  await owner.call('deleteItem', { id: item.id });
  const age = (days: number) => sql`update items set deleted_at = now() - make_interval(days => ${days})`.execute(db);
  await age(29);
  await runDueJobs(app.services);
  expect(await owner.call('undeleteItem', { id: item.id })).toEqual(item);
  await owner.call('deleteItem', { id: item.id });
  await age(30);
  expect((await owner.tryCall('undeleteItem', { id: item.id })).status).toBe(404);
  await sql`delete from scheduled_jobs`.execute(db);
  await runDueJobs(app.services);
  const rows = await db.selectFrom('items').select(['id', 'name', 'note']).execute();
  expect(rows).toEqual([{ id: item.id, name: item.name, note: '' }]);
  expect(await db.selectFrom('files').select('id').execute()).toEqual([]);
  expect((await owner.call('listConversations', {})).conversations[0]?.item.name).toBe(item.name);
  for (const { id } of [item, other]) expect(await read(app, id)).toEqual(retired);
});

test('an address with a zero byte in it is an address of no tag, to whatever asks', async () => {
  const app = await sharedApp();
  const hash = toItemHash('0000000000000000').replace(/.{4}$/, 'AAAA');
  const visitor = app.visitor();
  for (const path of [`/item/${hash}`, `/item/${hash}/report`, `/item/${hash}/qr.png`, '/t/0000%000000'])
    expect((await visitor.get(path)).status, path).toBe(404);
  for (const path of [`/item/${hash}`, `/item/${hash}/report`])
    expect((await visitor.post(path, { text: 'I found it.', reason: 'other' })).status, path).toBe(404);
  expect(await visitor.call('readTag', { hash })).toMatchObject({ state: 'unknown' });
});
