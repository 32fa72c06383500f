import type { Generated } from 'kysely';
import type { Stamp } from './stamps.ts';

export type FileTables = { files: FilesTable };

type FilesTable = {
  /** Unguessable: it is the address, and the folder in the file store. */
  id: string;
  ownerId: string;
  itemId: string;
  /** A sent picture belongs to a finder's message. */
  kind: 'picture' | 'receipt' | 'sent-picture';
  type: 'image/webp' | 'application/pdf';
  /** As its owner called it, without an ending. */
  name: Generated<string>;
  /** The bytes of all that is stored for it. */
  bytes: number;
  width: number | null;
  height: number | null;
  creationKey: string;
  createdAt: Stamp;
};
