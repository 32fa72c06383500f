import type { OptionalStamp, Stamp } from './stamps.ts';

export type SharingTables = {
  itemMembers: ItemMembersTable;
  itemInvitations: ItemInvitationsTable;
  invitationRefusals: InvitationRefusalsTable;
  unreadByMembers: UnreadByMembersTable;
};

/** The people with whom an item is shared. */
type ItemMembersTable = { itemId: string; uid: string; since: Stamp; mutedAt: OptionalStamp };

type ItemInvitationsTable = {
  id: string;
  itemId: string;
  ownerId: string;
  /** null: a code to hand over. */
  email: string | null;
  /** Of a mailed link’s token the hash, of a code the keyed one. */
  secretHash: string;
  createdAt: Stamp;
  expiresAt: Date;
  acceptedAt: OptionalStamp;
  refusedAt: OptionalStamp;
};

/** Addresses that get no invitation, by a keyed hash. */
type InvitationRefusalsTable = { addressHash: string; refusedAt: Stamp };

/** Finders’ messages that a member has not read. */
type UnreadByMembersTable = { uid: string; conversationId: string; messageId: string; itemId: string };
