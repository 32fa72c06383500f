import { z } from 'zod';
import { itemSummary } from '../../items/contract/schema.ts';

/** An item as those see it with whom its owner shares it; `sharedBy` is the owner’s name. */
export const sharedItem = itemSummary
  .omit({ createdAt: true, facts: true, archivedAt: true, pictureShown: true, printed: true })
  .extend({ sharedBy: z.string(), muted: z.boolean() });

export type SharedItem = z.infer<typeof sharedItem>;

/** Somebody with whom an item is shared. `since` is ISO 8601. */
export const itemMember = z.strictObject({ uid: z.string(), name: z.string(), since: z.string() });
export type ItemMember = z.infer<typeof itemMember>;

/** To share the item, or to become its owner. */
export const invitationPurpose = z.enum(['sharing', 'handover']);
export type InvitationPurpose = z.infer<typeof invitationPurpose>;

/** An invitation that nobody has accepted. Times are ISO 8601. */
export const openInvitation = z.strictObject({
  id: z.string(),
  purpose: invitationPurpose,
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type OpenInvitation = z.infer<typeof openInvitation>;

/** What somebody with the link reads: the item only when it is shared with them, or theirs, by this invitation or before. */
export const shownInvitation = z.strictObject({
  purpose: invitationPurpose,
  item: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
});
export type ShownInvitation = z.infer<typeof shownInvitation>;

/** An item that was handed over: its name as it was then, and when (ISO 8601). */
export const handedOverItem = z.strictObject({ id: z.string(), name: z.string(), at: z.string() });
export type HandedOverItem = z.infer<typeof handedOverItem>;

/** Of one item. */
export const maxMembers = 10;
export const maxOpenInvitations = 20;
/** That one account may share of others. */
export const maxSharedItems = 100;
/** How long an invitation can be accepted. */
export const invitationDays = 7;
/** How long the earlier owner reads that an item was handed over, unless they dismiss it. */
export const handedOverDays = 30;
