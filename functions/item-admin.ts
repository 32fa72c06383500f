import { z } from 'zod';
import { administeredItem, foundItem, itemsRequest } from '../domain/items/contract/administered-item.ts';
import { next } from '../domain/lists/contract/schema.ts';
import { lookUpItems, readAdministeredItem } from '../domain/moderation/look-up-items.ts';
import { defineFunction } from './define.ts';
import { byId } from './inputs.ts';
import { orBadCursor, refused } from './refused.ts';

/** How administrators look up items for their owners. */
export const itemAdminFunctions = [
  defineFunction({
    name: 'lookUpItems',
    access: 'admin',
    summary:
      'The items, the newest first. `search`: the start of a name, a tag by its code, hash or address, or the address or uid of an owner. `state`: archived and deleted items have that state alone.',
    input: itemsRequest,
    output: z.strictObject({ rows: z.array(foundItem), next }),
    run: async (_caller, request, services) => orBadCursor(await lookUpItems(request, services)),
  }),

  defineFunction({
    name: 'getAdministeredItem',
    access: 'admin',
    summary:
      'An item with its tags and its states. Of its conversations it tells how many there are, and what was reported or is held in them; nothing that was written, and nothing that its owner keeps private.',
    input: byId,
    output: administeredItem,
    run: async (_caller, { id }, services) => (await readAdministeredItem(id, services)) ?? refused('no-item.any'),
  }),
] as const;
