import { z } from 'zod';
import { itemDetails, itemSearch, itemSummary } from '../domain/items/contract/schema.ts';
import {
  addItem as add,
  listItems as list,
  markItemLost as markLost,
  markItemReturned as markReturned,
  readItem,
  deleteItem as remove,
  updateItem as update,
} from '../domain/items/items.ts';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import { orBadCursor } from './bad-cursor.ts';
import { defineFunction, Refusal } from './define.ts';
import { id, sendingKey } from './inputs.ts';

const noSuchItem = () => new Refusal('not-found', 'There is no such item in your list.');
const byId = z.object({ id });

export const listItems = defineFunction({
  name: 'listItems',
  access: 'user',
  summary:
    'Your items, lost ones first, then the newest. `search` finds those with each of its words in name or note, or by the beginning of the code.',
  input: pageRequest.extend({ search: itemSearch.optional() }),
  output: z.object({ items: z.array(itemSummary), next }),
  run: async ({ user }, input, installation) => orBadCursor(await list(user, input, installation)),
});

export const getItem = defineFunction({
  name: 'getItem',
  access: 'user',
  summary: 'One of your items.',
  input: byId,
  output: itemSummary,
  run: async ({ user }, input, installation) => (await readItem(user, input.id, installation)) ?? noSuchItem(),
});

export const addItem = defineFunction({
  name: 'addItem',
  access: 'user',
  summary: 'Adds an item with a tag to print at home. The same `key` adds it once.',
  input: itemDetails.extend({ key: sendingKey }),
  output: itemSummary,
  run: ({ user }, input, installation) => add(user, input, installation),
});

export const updateItem = defineFunction({
  name: 'updateItem',
  access: 'user',
  summary: 'Changes name, category and note of one of your items.',
  input: itemDetails.extend({ id }),
  output: itemSummary,
  run: async ({ user }, input, installation) => (await update(user, input, installation)) ?? noSuchItem(),
});

export const markItemLost = defineFunction({
  name: 'markItemLost',
  access: 'user',
  summary: 'Marks one of your items lost; its page tells the finder.',
  input: byId,
  output: itemSummary,
  run: async ({ user }, input, installation) => (await markLost(user, input.id, installation)) ?? noSuchItem(),
});

export const markItemReturned = defineFunction({
  name: 'markItemReturned',
  access: 'user',
  summary: 'Marks one of your lost items as back with you.',
  input: byId,
  output: itemSummary,
  run: async ({ user }, input, installation) => (await markReturned(user, input.id, installation)) ?? noSuchItem(),
});

export const deleteItem = defineFunction({
  name: 'deleteItem',
  access: 'user',
  summary: 'Deletes one of your items and retires its tags. Its conversations stay.',
  input: byId,
  output: z.object({}),
  run: async ({ user }, input, installation) => ((await remove(user, input.id, installation)) ? {} : noSuchItem()),
});
