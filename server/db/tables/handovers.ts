import type { OptionalStamp, Stamp } from './stamps.ts';

export type HandoverTables = { itemHandovers: ItemHandoversTable };

type ItemHandoversTable = {
  id: string;
  itemId: string;
  /** Who hands the item over. */
  ownerId: string;
  /** As it was called when it was handed over; null until then. */
  itemName: string | null;
  /** null: a code to say or show. */
  email: string | null;
  /** As of invitations. */
  secretHash: string;
  createdAt: Stamp;
  expiresAt: Date;
  acceptedAt: OptionalStamp;
  refusedAt: OptionalStamp;
};
