import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { startApp } from '../test/app.ts';
import { makeItem, makeOwner } from '../test/make.ts';
import { countWaiting } from '../test/rows-read.ts';
import { sharedApp } from '../test/shared-app.ts';

test('whoever adds an item while their account is being deleted is told so', async () => {
  const app = await startApp();
  const leaving = await Promise.all(['Ada', 'Eve', 'Kim'].map((name) => makeOwner(app, name)));
  const { code = '' } =
    (await leaving[2]?.call('makeUnassignedTags', { count: 1, key: 'blank-tags-1' }))?.tags[0] ?? {};
  const keys = { name: 'Keys', category: 'keys', key: 'added-item-1' } as const;
  const file = new TextEncoder().encode('name,category\nKeys,Keys\n');
  const { db } = app.services;
  const { answers } = await db.transaction().execute(async (trx) => {
    const uids = leaving.map(({ uid }) => uid);
    await trx.deleteFrom('authUsers').where('id', 'in', uids).execute();
    const answers = Promise.all([
      leaving[0]?.tryCall('addItem', keys),
      leaving[1]?.upload('importItems', {}, file),
      leaving[2]?.tryCall('activateTag', { ...keys, code }),
    ]);
    await expect.poll(() => countWaiting(app)).toBe(3);
    return { answers };
  });
  expect((await answers).map((answer) => answer?.status)).toEqual([401, 401, 401]);
});

test('an item sent again is one, and none when it was deleted; its name is one line wherever it is set; what a change does not name stays', async () => {
  const owner = await makeOwner(await sharedApp());
  const sent = { key: crypto.randomUUID(), name: 'Red umbrella', category: 'other' } as const;
  const item = await owner.call('addItem', sent);
  expect(await owner.call('addItem', sent)).toEqual(item);
  await owner.call('deleteItem', { id: item.id });
  expect(await owner.tryCall('addItem', sent)).toMatchObject({
    status: 404,
    error: { message: 'It was saved already, and was deleted or handed over since.' },
  });
  expect(await owner.call('listItems', {})).toEqual({ items: [] });
  const { id } = await makeItem(owner, { name: 'Blue\r\nback\u2028pack\t\n1\u0007' });
  const names = async (search: string) => (await owner.call('listItems', { search })).items.map(({ name }) => name);
  expect(await names('Blue\nback')).toEqual(['Blue back pack 1']);
  await owner.call('updateItem', { id, name: 'Red\n\nbackpack' });
  expect(await names('\tred\nbackpack')).toEqual(['Red backpack']);
  const { id: thirdId, ...thirdItem } = await makeItem(owner, {
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
    Object.assign(thirdItem, change);
    expect(await owner.call('updateItem', { id: thirdId, ...change })).toEqual({ id: thirdId, ...thirdItem });
    expect(await owner.call('getItem', { id: thirdId })).toEqual({ id: thirdId, ...thirdItem });
  }
  expect(await owner.tryCall('updateItem', { id: thirdId, name: '' })).toMatchObject({ status: 400 });
  expect(await owner.call('getItem', { id: thirdId })).toEqual({ id: thirdId, ...thirdItem });
});

const refused = { status: 409, error: { message: 'It was changed elsewhere meanwhile. Nothing was saved.' } };

test('a field that changed since it was loaded is not overwritten, all fields or none are saved, and what comes twice does no harm; what was loaded is compared, never validated', async () => {
  const owner = await makeOwner(await sharedApp());
  const { id } = await makeItem(owner, { name: 'Blue backpack', note: 'My passport' });
  const reward = { text: 'A cake', shown: true };
  await owner.call('updateItem', { id, note: 'Typed elsewhere' });
  const both = { id, name: 'Red backpack', note: 'Typed here' };
  expect(
    await owner.tryCall('updateItem', { ...both, from: { name: 'Blue backpack', note: 'My passport' } }),
  ).toMatchObject({
    ...refused,
    error: { details: { reason: 'changed-elsewhere', now: { name: 'Blue backpack', note: 'Typed elsewhere' } } },
  });
  expect(await owner.call('getItem', { id })).toMatchObject({ name: 'Blue backpack', note: 'Typed elsewhere' });
  for (const _twice of [1, 2])
    expect(
      await owner.call('updateItem', {
        id,
        name: 'Red backpack',
        facts: { reward },
        from: { name: 'Blue backpack', reward: { text: '', shown: true } },
      }),
      'another field than the note',
    ).toMatchObject({ name: 'Red backpack', note: 'Typed elsewhere', facts: { reward } });
  const hidden = { id, facts: { reward: { ...reward, shown: false } } };
  expect(await owner.tryCall('updateItem', { ...hidden, from: { reward: null } }), 'absent is empty').toMatchObject({
    ...refused,
    error: { details: { now: { reward } } },
  });
  await owner.call('updateItem', { ...hidden, from: { reward: { shown: true, text: 'A cake' } } });
  const none = { id, facts: { reward: { text: '', shown: false } } };
  for (const _twice of [1, 2])
    expect(await owner.call('updateItem', { ...none, from: { reward: hidden.facts.reward } })).toMatchObject({
      facts: {},
    });
  const hash = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
  expect(
    (await owner.tryCall('updateItem', { id, note: 'By hash', from: { note: hash('Another') } })).status,
    'the hash of a text stands for it',
  ).toBe(409);
  await owner.call('updateItem', { id, note: 'By hash', from: { note: hash('Typed elsewhere') } });
  expect(await owner.call('updateItem', { id, note: 'Simply set' })).toMatchObject({ note: 'Simply set' });
  const { id: nextId, name } = await makeItem(owner);
  const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
  for (const note of [deep, { a: deep }, 7, true, 'x'.repeat(50_000), [null]])
    expect(await owner.tryCall('updateItem', { id: nextId, name: 'Other', from: { name: note } })).toMatchObject({
      status: 409,
    });
  expect(
    await owner.call('updateItem', {
      id: nextId,
      name: 'Other',
      from: { name, nobody: deep, __proto__: { name: 'x' } },
    }),
  ).toMatchObject({ name: 'Other' });
});

test('marking as lost or stolen is never refused; of its loss, each field is compared with what was loaded; "returned" ends the loss that was seen, and not one that began since; an item whose state changed is not archived or deleted by who did not see it; other changes stop neither', async () => {
  const owner = await makeOwner(await sharedApp());
  const { id } = await makeItem(owner);
  const said = async () => (await owner.call('listItemStates', { id })).states[0];
  const point = { longitude: 13.405, latitude: 52.52 };
  for (const _twice of [1, 2]) await owner.call('markItemLost', { id, place: 'Park', point });
  const from = { place: '', point: null };
  expect(await owner.tryCall('updateLoss', { id, place: 'Station', point: null, from })).toMatchObject({
    ...refused,
    error: { details: { now: { place: 'Park', point } } },
  });
  await owner.call('updateLoss', { id, message: 'Please call out', from: { message: '' } });
  expect(await said()).toMatchObject({ place: 'Park', message: 'Please call out', point });
  const { latitude, longitude } = point;
  for (const _twice of [1, 2])
    await owner.call('updateLoss', {
      id,
      place: 'Station',
      point: null,
      from: { place: 'Park', point: { latitude, longitude } },
    });
  await owner.call('markItemStolen', { id, reference: '4711' });
  expect(await said()).toMatchObject({ state: 'stolen', place: 'Station', message: 'Please call out', point: null });
  await owner.call('updateLoss', { id, place: 'Harbour' });
  expect(await said(), 'without what was loaded it is set').toMatchObject({ place: 'Harbour', reference: '4711' });
  await owner.call('markItemLost', { id });
  await owner.call('markItemReturned', { id });
  expect(
    await owner.tryCall('updateLoss', { id, place: 'Park', from: { place: 'Harbour' } }),
    'nothing is said of what is back',
  ).toMatchObject({ ...refused, error: { details: { now: { state: 'returned' } } } });
  await owner.call('markItemStolen', { id, place: 'Pier' });
  expect(await said()).toMatchObject({ state: 'stolen', place: 'Pier', message: '' });
  const first = await owner.call('markItemLost', { id });
  for (const _twice of [1, 2])
    expect(await owner.call('markItemReturned', { id, lostAt: String(first.lostAt) })).toMatchObject({
      returnedAt: expect.any(String),
    });
  const second = await owner.call('markItemLost', { id });
  expect(await owner.tryCall('markItemReturned', { id, lostAt: String(first.lostAt) })).toMatchObject({
    ...refused,
    error: { details: { now: { lostAt: second.lostAt } } },
  });
  expect(await owner.call('getItem', { id })).toMatchObject({ returnedAt: null });
  await owner.call('markItemStolen', { id });
  expect(
    await owner.call('markItemReturned', { id, lostAt: String(second.lostAt) }),
    'a theft is the same loss',
  ).toMatchObject({
    returnedAt: expect.any(String),
  });
  const nextOwner = await makeOwner(owner.app);
  const { id: nextId } = await makeItem(nextOwner);
  await nextOwner.call('markItemStolen', { id: nextId, reference: '4711/26' });
  for (const act of ['archiveItem', 'deleteItem'] as const)
    expect(await nextOwner.tryCall(act, { id: nextId, state: 'kept' }), act).toMatchObject({
      ...refused,
      error: { details: { now: { state: 'stolen' } } },
    });
  expect(await nextOwner.call('getItem', { id: nextId })).toMatchObject({
    stolenAt: expect.any(String),
    archivedAt: null,
  });
  await nextOwner.call('updateItem', { id: nextId, name: 'Another name' });
  for (const _twice of [1, 2]) await nextOwner.call('archiveItem', { id: nextId, state: 'stolen' });
  await nextOwner.call('deleteItem', { id: nextId, state: 'stolen' });
});
