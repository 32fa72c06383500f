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
