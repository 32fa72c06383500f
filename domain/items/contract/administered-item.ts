import { z } from 'zod';
import { tableRequest } from '../../lists/contract/table.ts';
import { administeredStates, itemStates } from './item-state.ts';

export const itemsRequest = tableRequest(['created', 'name']).extend({ state: z.enum(administeredStates).optional() });

/** An item as administrators see it: nothing of what its owner notes about it. Times are ISO 8601. */
export const foundItem = z.strictObject({
  id: z.string(),
  name: z.string(),
  owner: z.strictObject({ uid: z.string(), email: z.string() }),
  state: z.enum(administeredStates),
  tags: z.array(z.string()),
  createdAt: z.string(),
  /** When its state changed last, or it was added. */
  changedAt: z.string(),
});

const count = z.int();

export const administeredItem = foundItem.omit({ tags: true }).extend({
  tags: z.array(
    z.strictObject({
      code: z.string(),
      status: z.enum(['blank', 'active', 'retired']),
      frozen: z.boolean(),
      replaced: z.boolean(),
    }),
  ),
  members: count,
  /** The states that it was in, the newest 50 first. */
  history: z.array(z.strictObject({ state: z.enum(itemStates), at: z.string() })),
  conversations: z.strictObject({ open: count, blocked: count, closed: count }),
  /** What can be a reason to read one of them, the newest 20 first. */
  told: z.array(
    z.strictObject({
      kind: z.enum(['report', 'tag-report', 'held-message']),
      id: z.string(),
      conversationId: z.string(),
      at: z.string(),
    }),
  ),
});

export type AdministeredItem = z.infer<typeof administeredItem>;
