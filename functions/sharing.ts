import { z } from 'zod';
import * as handedOver from '../domain/handover/handover.ts';
import { readItem } from '../domain/items/items.ts';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import { handedOverItem, itemMember, sharedItem } from '../domain/sharing/contract/schema.ts';
import * as members from '../domain/sharing/members.ts';
import * as shared from '../domain/sharing/shared-items.ts';
import { forUser } from './define.ts';
import { byId, id, theLoss, uid } from './inputs.ts';
import { foundBy, foundById } from './refused.ts';

export const sharingFunctions = {
  listHandedOver: forUser({
    summary: 'What you handed over in the last 30 days and have not dismissed, the newest first.',
    input: pageRequest,
    output: z.strictObject({ items: z.array(handedOverItem), next }),
    run: ({ user }, input, services) => handedOver.listHandedOver(user, input, services),
  }),

  dismissHandedOver: forUser({
    summary: 'Forgets that you handed an item over, by the id of `listHandedOver`.',
    input: byId,
    run: foundById(handedOver.dismissHandedOver, 'no-item'),
  }),

  listItemMembers: forUser({
    summary: 'With whom you share one of your items, the newest first; at most 10.',
    input: pageRequest.extend({ id }),
    output: z.strictObject({ members: z.array(itemMember), next }),
    run: async ({ user }, input, services) => {
      if (!(await readItem(user, input.id, services))) return 'no-item';
      return members.listItemMembers(user, input, services);
    },
  }),

  revokeMember: forUser({
    summary: 'Ends sharing one of your items with somebody, at once on all their devices.',
    input: z.object({ id, uid }),
    run: foundBy(members.revokeMember, 'no-item'),
  }),

  listSharedItems: forUser({
    summary: 'The items that others share with you, the one shared last first; at most 100.',
    input: pageRequest,
    output: z.strictObject({ items: z.array(sharedItem), next }),
    run: ({ user }, input, services) => shared.listSharedItems(user, input, services),
  }),

  getSharedItem: forUser({
    duringMaintenance: 'as-tag-pages',
    summary: 'One of the items that others share with you.',
    input: byId,
    output: sharedItem,
    run: foundById(shared.readSharedItem, 'no-item.shared'),
  }),

  markSharedItemLost: forUser({
    duringMaintenance: 'as-tag-pages',
    summary: 'Marks an item lost that is shared with you, as its owner would.',
    input: byId,
    output: sharedItem,
    run: foundById(shared.markSharedItemLost, 'no-item.shared'),
  }),

  markSharedItemReturned: forUser({
    duringMaintenance: 'as-tag-pages',
    summary:
      'Marks a lost item as back that is shared with you, as its owner would. With `lostAt`, the beginning of the loss that this ends, a loss that began later goes on.',
    input: theLoss,
    output: sharedItem,
    run: foundBy(shared.markSharedItemReturned, 'no-item.shared'),
  }),

  muteItem: forUser({
    summary: 'Turns the mails about an item that is shared with you off or on. Its messages still count as unread.',
    input: z.object({ id, muted: z.boolean('refused.mailChoiceMissing') }),
    output: sharedItem,
    run: foundBy(shared.muteItem, 'no-item.shared'),
  }),

  leaveItem: forUser({
    summary: 'Ends sharing an item that is shared with you, at once on all your devices.',
    input: byId,
    run: foundById(members.leaveItem, 'no-item.shared'),
  }),
};
