import { z } from 'zod';
import { heldReason } from '../../messages/contract/schema.ts';

/** A held message as administrators see it without a reason to read it. */
export const heldMessage = z.strictObject({
  id: z.string(),
  conversationId: z.string(),
  itemName: z.string(),
  heldReason,
  sentAt: z.string(),
});

export type HeldMessage = z.infer<typeof heldMessage>;
