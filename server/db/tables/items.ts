import type { OptionalStamp, Stamp } from './stamps.ts';

export type ItemTables = {
  tags: TagsTable;
  items: ItemsTable;
};

type TagsTable = {
  code: string;
  status: 'blank' | 'active' | 'retired';
  itemId: string | null;
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
