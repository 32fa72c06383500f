import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApp } from '../test/app.ts';
import { makeItem, makeOwner } from '../test/make.ts';

test('an item’s name is one line wherever it is set, and is found by lines too', async () => {
  const owner = await makeOwner(await startApp());
  const { id } = await makeItem(owner, { name: 'Blue\r\nback\u2028pack\t\n1\u0007' });
  const names = async (search: string) => (await owner.call('listItems', { search })).items.map(({ name }) => name);
  expect(await names('Blue\nback')).toEqual(['Blue back pack 1']);
  await owner.call('updateItem', { id, name: 'Red\n\nbackpack' });
  expect(await names('\tred\nbackpack')).toEqual(['Red backpack']);
});

test('what a change of an item does not name stays, whatever an old page leaves out', async () => {
  const owner = await makeOwner(await startApp());
  const { id, ...item } = await makeItem(owner, {
    name: 'Blue backpack',
    category: 'bag',
    note: 'My passport is in it.',
  });
  for (const change of [
    { name: 'Red backpack' },
    { category: 'suitcase' },
    { note: 'Call me.' },
    {},
    { note: '' },
  ] as const) {
    Object.assign(item, change);
    expect(await owner.call('updateItem', { id, ...change })).toEqual({ id, ...item });
    expect(await owner.call('getItem', { id })).toEqual({ id, ...item });
  }
  expect(await owner.tryCall('updateItem', { id, name: '' })).toMatchObject({ status: 400 });
  expect(await owner.call('getItem', { id })).toEqual({ id, ...item });
});

test('whoever adds an item while their account is being deleted is told so', async () => {
  const app = await startApp();
  const leaving = await Promise.all(['Ada', 'Eve', 'Kim'].map((name) => makeOwner(app, name)));
  const { code = '' } = (await leaving[2]?.call('makeBlankTags', { count: 1, key: 'blank-tags-1' }))?.tags[0] ?? {};
  const keys = { name: 'Keys', category: 'keys', key: 'added-item-1' } as const;
  const file = new TextEncoder().encode('name,category\nKeys,Keys\n');
  const { db } = app.installation;
  const waiting = sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const { answers } = await db.transaction().execute(async (trx) => {
    const uids = leaving.map(({ uid }) => uid);
    await trx.deleteFrom('authUsers').where('id', 'in', uids).execute();
    const answers = Promise.all([
      leaving[0]?.tryCall('addItem', keys),
      leaving[1]?.upload('importItems', {}, file),
      leaving[2]?.tryCall('activateTag', { ...keys, code }),
    ]);
    await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(3);
    return { answers };
  });
  expect((await answers).map((answer) => answer?.status)).toEqual([401, 401, 401]);
});

test('an item that is sent again is one, and none when it was deleted since', async () => {
  const owner = await makeOwner(await startApp());
  const sent = { key: crypto.randomUUID(), name: 'Red umbrella', category: 'other' } as const;
  const item = await owner.call('addItem', sent);
  expect(await owner.call('addItem', sent)).toEqual(item);
  await owner.call('deleteItem', { id: item.id });
  expect(await owner.tryCall('addItem', sent)).toMatchObject({
    status: 404,
    error: { message: 'It was saved already, and was deleted or handed over since.' },
  });
  expect(await owner.call('listItems', {})).toEqual({ items: [] });
});

test('what changed elsewhere since it was seen is not overwritten, and what was sent twice is no change elsewhere', async () => {
  const owner = await makeOwner(await startApp());
  const { id, name, category, note, facts } = await makeItem(owner, { name: 'Blue backpack', note: 'My passport' });
  const seen = { name, category, note, facts, state: 'kept' } as const;
  const reward = { text: 'A cake', shown: true };
  const refused = { status: 409, error: { message: 'It was changed elsewhere meanwhile. Nothing was saved.' } };
  await owner.call('updateItem', { id, note: 'Typed elsewhere' });
  expect(await owner.tryCall('updateItem', { id, seen, note: 'Typed here' })).toMatchObject(refused);
  expect(await owner.call('updateItem', { id, seen, note: 'Typed elsewhere' })).toMatchObject({
    note: 'Typed elsewhere',
  });
  for (const _twice of [1, 2])
    expect(await owner.call('updateItem', { id, seen, name: 'Red backpack', facts: { reward } })).toMatchObject({
      name: 'Red backpack',
      note: 'Typed elsewhere',
      facts: { reward },
    });
  const none = { reward: { text: '', shown: false } };
  expect(await owner.tryCall('updateItem', { id, seen, facts: { reward: { ...reward, shown: false } } })).toMatchObject(
    refused,
  );
  const now = { ...seen, name: 'Red backpack', note: 'Typed elsewhere', facts: { reward } };
  expect(await owner.call('updateItem', { id, seen: now, facts: none })).toMatchObject({ facts: {} });
  expect(await owner.tryCall('deleteItem', { id, seen: now })).toMatchObject(refused);
  await owner.call('deleteItem', { id, seen: { ...now, facts: {} } });
});

test('what was said of a loss elsewhere since it was seen is not replaced, and what was sent twice is no change elsewhere', async () => {
  const owner = await makeOwner(await startApp());
  const { id, name, category, note, facts } = await makeItem(owner);
  const nothing = { message: '', place: '', point: null, lastSeen: '', reference: '' };
  const kept = { name, category, note, facts, state: 'kept', loss: nothing } as const;
  const said = async () => (await owner.call('listItemStates', { id })).states[0];
  const point = { longitude: 13.405, latitude: 52.52 };
  for (const _twice of [1, 2]) await owner.call('markItemLost', { id, seen: kept, place: 'Park', point });
  expect(await owner.tryCall('markItemLost', { id, seen: kept, place: 'Station' })).toMatchObject({
    status: 409,
    error: { details: { reason: 'changed-elsewhere' } },
  });
  await owner.call('markItemLost', { id, seen: kept, message: 'Please call out' });
  expect(await said()).toMatchObject({ place: 'Park', message: 'Please call out', point });
  const lost = { ...kept, state: 'lost', loss: { ...nothing, place: 'Park', point } } as const;
  expect((await owner.tryCall('markItemStolen', { id, seen: lost, message: 'Taken' })).status).toBe(409);
  expect((await owner.tryCall('markItemLost', { id, seen: { ...lost, loss: nothing }, point: null })).status).toBe(409);
  await owner.call('markItemStolen', { id, seen: lost, place: 'Station', point: null, reference: '4711' });
  expect(await said()).toMatchObject({ state: 'stolen', place: 'Station', message: 'Please call out', point: null });
  const { loss: _unknown, ...older } = lost;
  await owner.call('markItemStolen', { id, seen: { ...older, state: 'stolen' }, place: 'Harbour' });
  expect(await said(), 'who says nothing of what they saw is heard').toMatchObject({ place: 'Harbour' });
});

test('an item that went missing or came back elsewhere is not put aside, deleted or changed by who did not see it', async () => {
  const owner = await makeOwner(await startApp());
  const { id, name, category, note, facts } = await makeItem(owner);
  const kept = { name, category, note, facts, state: 'kept' } as const;
  const lost = { ...kept, state: 'lost' } as const;
  await owner.call('markItemStolen', { id, reference: '4711/26' });
  for (const act of ['archiveItem', 'deleteItem', 'markItemLost'] as const)
    expect((await owner.tryCall(act, { id, seen: kept })).status, act).toBe(409);
  expect((await owner.tryCall('markItemReturned', { id, seen: lost })).status).toBe(409);
  expect(await owner.call('getItem', { id })).toMatchObject({ stolenAt: expect.any(String), archivedAt: null });
  const stolen = { ...kept, state: 'stolen' } as const;
  for (const _twice of [1, 2]) await owner.call('markItemReturned', { id, seen: stolen });
  expect((await owner.tryCall('markItemStolen', { id, seen: stolen, place: 'Park' })).status).toBe(409);
  expect(await owner.call('markItemLost', { id, seen: kept }), 'lost is lost').toMatchObject({ returnedAt: null });
  await owner.call('archiveItem', { id, seen: lost });
});
