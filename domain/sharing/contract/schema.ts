import { z } from 'zod';
import type { PlainKey } from '../../../language/words.ts';
import { categories } from '../../items/contract/categories.ts';
import { maxInvitationLength } from './limits.ts';

const notAnInvitation = 'refused.notAnInvitation' satisfies PlainKey;

/** The token of a mailed link, or a code as somebody types it. */
export const typedInvitation = z
  .string(notAnInvitation)
  .trim()
  .min(1, notAnInvitation)
  .max(maxInvitationLength, notAnInvitation)
  .regex(/^[\w\s\u2010-\u2015-]+$/, notAnInvitation);

/** An item as those see it with whom its owner shares it. Times are ISO 8601; `sharedBy` is the owner’s name. */
export const sharedItem = z.strictObject({
  id: z.string(),
  hash: z.string(),
  name: z.string(),
  category: z.enum(categories),
  note: z.string(),
  lostAt: z.string().nullable(),
  stolenAt: z.string().nullable(),
  returnedAt: z.string().nullable(),
  /** Null also when finders do not see the picture. */
  pictureId: z.string().nullable(),
  sharedBy: z.string(),
  muted: z.boolean(),
});

export type SharedItem = z.infer<typeof sharedItem>;

/** Somebody with whom an item is shared. `since` is ISO 8601. */
export const itemMember = z.strictObject({ uid: z.string(), name: z.string(), since: z.string() });

export type ItemMember = z.infer<typeof itemMember>;

/** An invitation that nobody has accepted; without an address it is a code. Times are ISO 8601. */
export const openInvitation = z.strictObject({
  id: z.string(),
  email: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
});

export type OpenInvitation = z.infer<typeof openInvitation>;
