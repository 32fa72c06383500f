import type { OptionalStamp, Stamp } from './stamps.ts';

export type ItemTables = {
  tagBatches: TagBatchesTable;
  tags: TagsTable;
  items: ItemsTable;
};

type TagBatchesTable = {
  id: string;
  /** For whom its tags are reserved; null: for whoever has the activation code. */
  ownerId: string | null;
  creationKey: string | null;
  createdAt: Stamp;
};

type TagsTable = {
  code: string;
  status: 'blank' | 'active' | 'retired';
  itemId: string | null;
  batchId: string | null;
  activatedAt: OptionalStamp;
  createdAt: Stamp;
};

type ItemsTable = {
  id: string;
  ownerId: string;
  name: string;
  category: string;
  note: string;
  creationKey: string;
  lostAt: OptionalStamp;
  returnedAt: OptionalStamp;
  deletedAt: OptionalStamp;
  createdAt: Stamp;
};
