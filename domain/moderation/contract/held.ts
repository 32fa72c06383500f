import { z } from 'zod';
import { tableRequest } from '../../lists/contract/table.ts';
import { heldReason } from '../../messages/contract/schema.ts';

export const heldMessagesRequest = tableRequest(['time']);

/** A held message as administrators see it without a reason to read it. */
export const heldMessage = z.strictObject({
  id: z.string(),
  conversationId: z.string(),
  itemName: z.string(),
  heldReason,
  sentAt: z.string(),
});

export type HeldMessage = z.infer<typeof heldMessage>;

/** Of the messages that administrators did not deliver; more are not counted. */
export const mostDismissed = 1_000;
