import { z } from 'zod';
import * as archive from '../domain/items/archive.ts';
import { categories } from '../domain/items/contract/categories.ts';
import { loss, pastState, theft } from '../domain/items/contract/loss.ts';
import { itemChange, itemSearch, itemSummary, newItem, stoppedTags } from '../domain/items/contract/schema.ts';
import { seenItem } from '../domain/items/contract/seen-item.ts';
import * as deletion from '../domain/items/delete-item.ts';
import * as states from '../domain/items/item-states.ts';
import * as items from '../domain/items/items.ts';
import { readStoppedTags } from '../domain/items/stopped-tags.ts';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import { orBadCursor } from './bad-cursor.ts';
import { defineFunction, Refusal } from './define.ts';
import { id, sendingKey } from './inputs.ts';
import { refused } from './refused.ts';

export const noSuchItem = () => refused('no-item');
const changedElsewhere = () =>
  new Refusal('aborted', { key: 'refused.changedElsewhere' }, { reason: 'changed-elsewhere' });
const byId = z.object({ id });
/** What the caller saw of the item; without it, a change made elsewhere meanwhile is overwritten. */
const seen = seenItem.optional();

function orRefusal<Changed>(changed: Changed | 'overtaken' | null): Changed | Refusal {
  return changed === 'overtaken' ? changedElsewhere() : (changed ?? noSuchItem());
}

export const itemFunctions = [
  defineFunction({
    name: 'listItems',
    access: 'user',
    summary:
      'Your items, lost ones first, then the newest. `search` finds those with each of its words in name, note or category, or by part of the code; `category` lists one kind; `archived` lists the archived ones instead.',
    input: pageRequest.extend({
      search: itemSearch.optional(),
      category: z.enum(categories).optional(),
      archived: z.boolean().optional(),
    }),
    output: z.strictObject({ items: z.array(itemSummary), next }),
    run: async ({ user, language }, input, installation) =>
      orBadCursor(await items.listItems(user, { ...input, language }, installation)),
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
    name: 'readStoppedTags',
    access: 'user',
    summary:
      'Which tags of an item, yours or shared with you, the operator froze, retired or replaced, and how many of its tags work.',
    input: byId,
    output: stoppedTags,
    run: async ({ user }, { id }, installation) => (await readStoppedTags(user, id, installation)) ?? noSuchItem(),
  }),

  defineFunction({
    name: 'addItem',
    access: 'user',
    summary:
      'Adds an item with a tag to print at home. Finders see a fact that is `shown`. The same `key` adds it once, also when it was deleted or handed over since.',
    input: newItem.extend({ key: sendingKey }),
    output: itemSummary,
    run: async ({ user }, input, installation) =>
      (await items.addItem(user, input, installation)) ?? refused('item-gone'),
  }),

  defineFunction({
    name: 'updateItem',
    access: 'user',
    summary:
      'Changes name, category, note or `facts` of one of your items; what is left out stays. Finders see a fact that is `shown`; an empty text deletes it. With `seen`, the item as it was shown, nothing is changed that changed elsewhere meanwhile.',
    input: itemChange.extend({ id, seen }),
    output: itemSummary,
    run: async ({ user }, input, installation) => orRefusal(await items.updateItem(user, input, installation)),
  }),

  defineFunction({
    name: 'markItemLost',
    access: 'user',
    duringMaintenance: 'as-tag-pages',
    summary:
      'Marks one of your items lost; its page tells the finder what you say of the loss. Said again, it is added to it. An archived one is in use again. With `seen`, nothing is replaced that was said or changed elsewhere meanwhile.',
    input: loss.extend({ id, seen }),
    output: itemSummary,
    run: async ({ user }, input, installation) => orRefusal(await states.markItemLost(user, input, installation)),
  }),

  defineFunction({
    name: 'markItemStolen',
    access: 'user',
    duringMaintenance: 'as-tag-pages',
    summary:
      'Marks one of your items stolen, with the police’s `reference`; its page warns the finder. Said again, it is added to it. An archived one is in use again.',
    input: theft.extend({ id, seen }),
    output: itemSummary,
    run: async ({ user }, input, installation) => orRefusal(await states.markItemStolen(user, input, installation)),
  }),

  defineFunction({
    name: 'markItemReturned',
    access: 'user',
    duringMaintenance: 'as-tag-pages',
    summary: 'Marks one of your lost items as back with you; its page thanks the finder for 30 days.',
    input: byId.extend({ seen }),
    output: itemSummary,
    run: async ({ user }, input, installation) => orRefusal(await states.markItemReturned(user, input, installation)),
  }),

  defineFunction({
    name: 'listItemStates',
    access: 'user',
    summary: 'When one of your items was lost, stolen, back or simply kept, the newest first.',
    input: pageRequest.extend({ id }),
    output: z.strictObject({ states: z.array(pastState), next }),
    run: async ({ user }, input, installation) => {
      if (!(await items.readItem(user, input.id, installation))) return noSuchItem();
      return orBadCursor(await states.listItemStates(user, input, installation));
    },
  }),

  defineFunction({
    name: 'archiveItem',
    access: 'user',
    summary: 'Archives one of your items: it leaves the list, and its tags say that they are not in use now.',
    input: byId.extend({ seen }),
    output: itemSummary,
    run: async ({ user }, input, installation) => orRefusal(await archive.archiveItem(user, input, installation)),
  }),

  defineFunction({
    name: 'unarchiveItem',
    access: 'user',
    summary: 'Puts an archived item back among your items; its tags work again.',
    input: byId,
    output: itemSummary,
    run: async ({ user }, { id }, installation) =>
      (await archive.unarchiveItem(user, id, installation)) ?? noSuchItem(),
  }),

  defineFunction({
    name: 'deleteItem',
    access: 'user',
    summary:
      'Deletes one of your items; its tags say that they are retired. `undeleteItem` undoes it for 30 days. Its conversations stay. With `seen`, the item as it was shown, one that changed elsewhere meanwhile stays.',
    input: byId.extend({ seen }),
    output: z.strictObject({}),
    run: async ({ user }, input, installation) => {
      const outcome = orRefusal(await deletion.deleteItem(user, input, installation));
      return outcome === 'deleted' ? {} : outcome;
    },
  }),

  defineFunction({
    name: 'undeleteItem',
    access: 'user',
    summary: 'Undoes the deletion of one of your items within 30 days; its tags work again.',
    input: byId,
    output: itemSummary,
    run: async ({ user }, { id }, installation) =>
      (await deletion.undeleteItem(user, id, installation)) ?? noSuchItem(),
  }),
] as const;
