import type { OptionalStamp, Stamp } from './stamps.ts';

export type SharingTables = {
  itemMembers: ItemMembersTable;
  itemInvitations: ItemInvitationsTable;
  itemHandovers: ItemHandoversTable;
  unreadByMembers: UnreadByMembersTable;
};

type ItemMembersTable = { itemId: string; uid: string; since: Stamp; mutedAt: OptionalStamp };

type ItemInvitationsTable = {
  id: string;
  itemId: string;
  ownerId: string;
  purpose: 'sharing' | 'handover';
  /** Of the link’s token. */
  secretHash: string;
  createdAt: Stamp;
  expiresAt: Date;
  acceptedAt: OptionalStamp;
};

type ItemHandoversTable = {
  id: string;
  itemId: string;
  ownerId: string;
  /** As it was called then. */
  itemName: string;
  /** As of the invitation. */
  secretHash: string;
  createdAt: Stamp;
  acceptedAt: Stamp;
};

/** Finders’ messages that a member has not read. */
type UnreadByMembersTable = { uid: string; conversationId: string; messageId: string; itemId: string };
