import { z } from 'zod';
import { loss, pastState, theft } from '../domain/items/contract/loss.ts';
import { itemSummary } from '../domain/items/contract/schema.ts';
import * as states from '../domain/items/item-states.ts';
import * as items from '../domain/items/items.ts';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import { forUser } from './define.ts';
import { byId, from, id, knownState, theLoss } from './inputs.ts';
import { foundBy, foundById } from './refused.ts';

export const itemStateFunctions = {
  markItemLost: forUser({
    duringMaintenance: 'as-tag-pages',
    summary:
      'Marks one of your items lost; its page tells the finder what you say of the loss. Said again, it is added to it. An archived one is in use again.',
    input: loss.extend({ id }),
    output: itemSummary,
    run: async ({ user }, input, services) =>
      (await states.markItemMissing(user, { ...input, state: 'lost' }, services)) ?? 'no-item',
  }),

  markItemStolen: forUser({
    duringMaintenance: 'as-tag-pages',
    summary:
      'Marks one of your items stolen, with the police’s `reference`; its page warns the finder. Said again, it is added to it. An archived one is in use again.',
    input: theft.extend({ id }),
    output: itemSummary,
    run: async ({ user }, input, services) =>
      (await states.markItemMissing(user, { ...input, state: 'stolen' }, services)) ?? 'no-item',
  }),

  markItemReturned: forUser({
    duringMaintenance: 'as-tag-pages',
    summary:
      'Marks one of your lost items as back with you; its page thanks the finder for 30 days. With `lostAt`, the beginning of the loss that this ends, a loss that began later goes on.',
    input: theLoss,
    output: itemSummary,
    run: foundBy(states.markItemReturned, 'no-item'),
  }),

  undoItemReturned: forUser({
    duringMaintenance: 'as-tag-pages',
    summary:
      'Takes back that one of your items is with you again: it is missing as before, with what was said of its loss.',
    input: byId,
    output: itemSummary,
    run: foundById(states.undoItemReturned, 'no-item'),
  }),

  publishLoss: forUser({
    summary:
      'Makes the loss of one of your missing items public: the preview of a link to its page shows name, picture, place, reward and message as finders see them, in your language, until it is back.',
    input: byId,
    output: itemSummary,
    run: async ({ user, language }, { id }, services) =>
      (await states.publishLoss(user, { id, language }, services)) ?? 'no-item',
  }),

  unpublishLoss: forUser({
    summary: 'Takes the preview of a loss away again.',
    input: byId,
    output: itemSummary,
    run: foundById(states.unpublishLoss, 'no-item'),
  }),

  updateLoss: forUser({
    duringMaintenance: 'as-tag-pages',
    summary:
      'Changes what is said of the loss of one of your missing items. `from` as for `updateItem`; a place and its point are sent together.',
    input: theft.extend({ id, from }),
    output: itemSummary,
    run: foundBy(states.updateLoss, 'no-item'),
  }),

  listItemStates: forUser({
    summary: 'When one of your items was lost, stolen, back or simply kept, the newest first.',
    input: pageRequest.extend({ id }),
    output: z.strictObject({ states: z.array(pastState), next }),
    run: async ({ user }, input, services) => {
      if (!(await items.readItem(user, input.id, services))) return 'no-item';
      return states.listItemStates(user, input, services);
    },
  }),

  archiveItem: forUser({
    summary:
      'Archives one of your items: it leaves the list, and its tags say that they are not in use now. With `state`, as it was read, one that has another state by now stays.',
    input: byId.extend({ state: knownState }),
    output: itemSummary,
    run: foundBy(states.archiveItem, 'no-item'),
  }),

  unarchiveItem: forUser({
    summary: 'Puts an archived item back among your items; its tags work again.',
    input: byId,
    output: itemSummary,
    run: foundById(states.unarchiveItem, 'no-item'),
  }),
};
