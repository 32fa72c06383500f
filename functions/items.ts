import { z } from 'zod';
import * as change from '../domain/items/change-items.ts';
import { categories } from '../domain/items/contract/categories.ts';
import { disabledTags, itemChange, itemSearch, itemSummary, newItem } from '../domain/items/contract/schema.ts';
import * as deletion from '../domain/items/delete-item.ts';
import * as items from '../domain/items/items.ts';
import { readDisabledTags } from '../domain/items/own-tags.ts';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import { scan, scanDays } from '../domain/scans/contract/schema.ts';
import * as scans from '../domain/scans/scans.ts';
import { forUser } from './define.ts';
import { byId, from, id, idempotencyKey, knownState } from './inputs.ts';
import { foundBy, foundById } from './refused.ts';

export const itemFunctions = {
  listItems: forUser({
    summary:
      'Your items, lost ones first, then the newest. `search` finds those with each of its words in name, note or category, or by part of the code; `category` lists one kind; `archived` lists the archived ones instead.',
    input: pageRequest.extend({
      search: itemSearch.optional(),
      category: z.enum(categories).optional(),
      archived: z.boolean().optional(),
    }),
    output: z.strictObject({ items: z.array(itemSummary), next }),
    run: ({ user, language }, input, services) => items.listItems(user, { ...input, language }, services),
  }),

  getItem: forUser({
    duringMaintenance: 'as-tag-pages',
    summary: 'One of your items.',
    input: byId,
    output: itemSummary,
    run: foundById(items.readItem, 'no-item'),
  }),

  readDisabledTags: forUser({
    summary:
      'Which tags of an item, yours or shared with you, the operator froze, retired or replaced, and how many of its tags work.',
    input: byId,
    output: disabledTags,
    run: foundById(readDisabledTags, 'no-item'),
  }),

  addItem: forUser({
    summary:
      'Adds an item with a tag to print at home. Finders see a fact that is `shown`. The same `key` adds it once, also when it was deleted or handed over since.',
    input: newItem.extend({ key: idempotencyKey }),
    output: itemSummary,
    run: foundBy(change.addItem, 'item-gone'),
  }),

  updateItem: forUser({
    summary:
      'Changes name, category, note or `facts` of one of your items; what is left out stays. Finders see a fact that is `shown`; an empty text deletes it. `from` has what was loaded of the named fields, facts too by their names: when one is neither so nor already as wanted, nothing is changed and `details.now` has the present values.',
    input: itemChange.extend({ id, from }),
    output: itemSummary,
    run: foundBy(change.updateItem, 'no-item'),
  }),

  deleteItem: forUser({
    summary:
      'Deletes one of your items; its tags say that they are retired. `undeleteItem` undoes it for 30 days. Its conversations stay. With `state`, as it was read, one that has another state by now stays.',
    input: byId.extend({ state: knownState }),
    run: foundBy(deletion.deleteItem, 'no-item'),
  }),

  undeleteItem: forUser({
    summary: 'Undoes the deletion of one of your items within 30 days; its tags work again.',
    input: byId,
    output: itemSummary,
    run: foundById(deletion.undeleteItem, 'no-item'),
  }),
};

export const scanFunctions = {
  listScans: forUser({
    summary: `When the pages of your item’s tags were opened within ${scanDays} days, the newest first; those by robots only with \`robots\`.`,
    input: pageRequest.extend({ itemId: id, robots: z.boolean().default(false) }),
    output: z.strictObject({ scans: z.array(scan), next }),
    run: ({ user }, input, services) => scans.listScans(user, input, services),
  }),
};
