import { z } from 'zod';
import { itemChange, itemDetails, itemSearch, itemSummary } from '../domain/items/contract/schema.ts';
import * as items from '../domain/items/items.ts';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import { orBadCursor } from './bad-cursor.ts';
import { defineFunction, Refusal } from './define.ts';
import { id, sendingKey } from './inputs.ts';

export const noSuchItem = () => new Refusal('not-found', { key: 'refused.noItem' }, { reason: 'no-item' });
const byId = z.object({ id });

export const itemFunctions = [
  defineFunction({
    name: 'listItems',
    access: 'user',
    summary:
      'Your items, lost ones first, then the newest. `search` finds those with each of its words in name or note, or by the beginning of the code.',
    input: pageRequest.extend({ search: itemSearch.optional() }),
    output: z.strictObject({ items: z.array(itemSummary), next }),
    run: async ({ user }, input, installation) => orBadCursor(await items.listItems(user, input, installation)),
  }),

  defineFunction({
    name: 'getItem',
    access: 'user',
    summary: 'One of your items.',
    input: byId,
    output: itemSummary,
    run: async ({ user }, { id }, installation) => (await items.readItem(user, id, installation)) ?? noSuchItem(),
  }),

  defineFunction({
    name: 'addItem',
    access: 'user',
    summary: 'Adds an item with a tag to print at home. The same `key` adds it once.',
    input: itemDetails.extend({ key: sendingKey }),
    output: itemSummary,
    run: ({ user }, input, installation) => items.addItem(user, input, installation),
  }),

  defineFunction({
    name: 'updateItem',
    access: 'user',
    summary: 'Changes name, category or note of one of your items; what is left out stays.',
    input: itemChange.extend({ id }),
    output: itemSummary,
    run: async ({ user }, input, installation) => (await items.updateItem(user, input, installation)) ?? noSuchItem(),
  }),

  defineFunction({
    name: 'markItemLost',
    access: 'user',
    duringMaintenance: 'as-tag-pages',
    summary: 'Marks one of your items lost; its page tells the finder.',
    input: byId,
    output: itemSummary,
    run: async ({ user }, { id }, installation) => (await items.markItemLost(user, id, installation)) ?? noSuchItem(),
  }),

  defineFunction({
    name: 'markItemReturned',
    access: 'user',
    duringMaintenance: 'as-tag-pages',
    summary: 'Marks one of your lost items as back with you.',
    input: byId,
    output: itemSummary,
    run: async ({ user }, { id }, installation) =>
      (await items.markItemReturned(user, id, installation)) ?? noSuchItem(),
  }),

  defineFunction({
    name: 'deleteItem',
    access: 'user',
    summary: 'Deletes one of your items and retires its tags. Its conversations stay.',
    input: byId,
    output: z.strictObject({}),
    run: async ({ user }, { id }, installation) =>
      (await items.deleteItem(user, id, installation)) ? {} : noSuchItem(),
  }),
] as const;
