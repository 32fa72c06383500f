import type { Stamp } from './stamps.ts';

export type SharingTables = {
  itemMembers: { itemId: string; uid: string; since: Stamp; mutedAt: Date | null };
  itemInvitations: {
    id: string;
    itemId: string;
    ownerId: string;
    purpose: 'sharing' | 'handover';
    secretHash: string;
    createdAt: Stamp;
    expiresAt: Date;
    acceptedAt: Date | null;
  };
  itemHandovers: {
    id: string;
    itemId: string;
    ownerId: string;
    itemName: string;
    secretHash: string;
    createdAt: Stamp;
    acceptedAt: Stamp;
  };
  /** Finders’ messages that a member has not read. */
  unreadByMembers: { uid: string; conversationId: string; messageId: string; itemId: string };
};
