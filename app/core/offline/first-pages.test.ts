import { dehydrate, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { pack, unpack } from './first-pages.ts';

test('each thing lies in the offline copy once, and comes back in all its places', () => {
  const backpack = { id: 'i1', name: 'Blue backpack' };
  const thread = { ...head('c1'), messages: [message('m1'), message('m2')], seenUpTo: null };
  const read = {
    items: { rows: [backpack, { id: 'i2', name: 'Keys' }] },
    'items i1': backpack,
    'items i9': { id: 'i9', name: 'Opened by its address' },
    conversations: {
      rows: [
        { ...head('c1'), lastMessage: message('m2') },
        { ...head('c2'), lastMessage: message('m3') },
      ],
    },
    'conversations c1': thread,
  };
  const packed = pack(queriesOf(read));
  const text = JSON.stringify(packed);
  for (const words of ['Blue backpack', 'Opened by its address', 'm1 text', 'm2 text', 'm3 text', 'finder of c1'])
    expect(text.split(words), words).toHaveLength(2);
  expect(dataOf(unpack(packed))).toEqual(withoutKey(read, 'items i1'));
});

test('of a list and of a thread the copy holds the first page, and says that there is more; the newer of two states of an item; and an older thread and the inbox as they were', () => {
  const many = Array.from({ length: 120 }, (_, n) => message(`m${n}`));
  const { items, 'conversations c1': thread } = dataOf(
    unpack(
      pack(
        queriesOf({
          items: { rows: many, next: 'a-cursor' },
          'conversations c1': { ...head('c1'), messages: many, seenUpTo: null, upTo: 'm119', next: 'a-cursor' },
        }),
      ),
    ),
  );
  expect(items).toEqual({ rows: many.slice(0, 50), cut: true });
  expect(thread).toEqual({ ...head('c1'), messages: many.slice(70), seenUpTo: null, cut: true });
  const queries = queriesOf({ items: { rows: [{ id: 'i1', name: 'Old' }] }, 'items i1': { id: 'i1', name: 'New' } });
  for (const query of queries) query.state.dataUpdatedAt = query.queryKey.length;
  expect(dataOf(unpack(pack(queries)))).toEqual({ items: { rows: [{ id: 'i1', name: 'New' }] } });
  const read = {
    conversations: { rows: [{ ...head('c1'), lastMessage: message('m2') }] },
    'conversations c1': { ...head('c1'), messages: [message('m1')], seenUpTo: null },
  };
  expect(dataOf(unpack(pack(queriesOf(read))))).toEqual(read);
});

const head = (id: string) => ({ id, item: { name: 'An item' }, finderName: `finder of ${id}`, unread: 0 });
const message = (id: string) => ({ id, text: `${id} text` });

function queriesOf(data: Record<string, object>) {
  const client = new QueryClient();
  for (const [key, value] of Object.entries(data)) client.setQueryData(key.split(' '), value, { updatedAt: 1 });
  const { queries } = dehydrate(client);
  client.clear();
  return queries;
}

function dataOf(queries: ReturnType<typeof queriesOf>): Record<string, unknown> {
  return Object.fromEntries(queries.map(({ queryKey, state }) => [queryKey.join(' '), state.data]));
}

function withoutKey(read: Record<string, unknown>, key: string) {
  return Object.fromEntries(Object.entries(read).filter(([each]) => each !== key));
}
