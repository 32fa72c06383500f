import type { Generated } from 'kysely';

export type ScanTables = {
  scans: ScansTable;
};

/** One opening of a tag's page. Nothing in it tells who it was, or where. */
type ScansTable = {
  id: Generated<string>;
  tagCode: string;
  itemId: string;
  ownerId: string;
  kind: 'opened' | 'own' | 'robot';
  scannedAt: Date;
};
