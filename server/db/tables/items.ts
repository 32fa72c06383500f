import type { Generated, JSONColumnType } from 'kysely';
import type { Stamp } from './stamps.ts';

export type ItemTables = {
  tagBatches: {
    id: string;
    /** The account for which its tags are reserved; null: for whoever has the activation code. */
    ownerId: string | null;
    orderId: Generated<string | null>;
    creationKey: string | null;
    createdAt: Stamp;
    name: Generated<string>;
    note: Generated<string>;
    wanted: Generated<number>;
    made: Generated<number>;
    finishedAt: Date | null;
    cancelledAt: Date | null;
  };
  tags: {
    code: string;
    status: 'blank' | 'active' | 'retired';
    itemId: string | null;
    batchId: string | null;
    activatedAt: Date | null;
    createdAt: Stamp;
    frozenAt: Date | null;
    retiredAt: Date | null;
    /** The code of the tag that took its place; until it is retired, its page still shows the item. */
    replacedBy: Generated<string | null>;
    /** Null where its owner replaced it. */
    replacedAt: Date | null;
  };
  items: {
    id: string;
    ownerId: string;
    name: string;
    category: string;
    note: string;
    /** Facts by name; those that are not shown stand in `privateDetails`. */
    finderSees: Facts;
    privateDetails: Facts;
    creationKey: string;
    lostAt: Date | null;
    stolenAt: Date | null;
    returnedAt: Date | null;
    archivedAt: Date | null;
    deletedAt: Date | null;
    /** When it was deleted for good; it is still there for the conversations about it. */
    erasedAt: Date | null;
    createdAt: Stamp;
    pictureId: Generated<string | null>;
    /** Of what stays with an earlier owner for the conversations: the item that now belongs to somebody else. */
    handedOverId: Generated<string | null>;
    /** The tag at whose page it is reached; null: the one with its id. */
    tagCode: Generated<string | null>;
    pictureShown: Generated<boolean>;
    /** When a tag of it was first printed, or put on it ready-made. */
    printedAt: Date | null;
  };
  itemStates: {
    id: Generated<string>;
    itemId: string;
    ownerId: string;
    state: 'kept' | 'lost' | 'stolen' | 'returned';
    message: Generated<string>;
    place: Generated<string>;
    point: JSONColumnType<{ latitude: number; longitude: number } | null, string | null | undefined, string | null>;
    /** On the clock of the place, such as “2026-11-22T14:30”. */
    lastSeen: Generated<string>;
    reference: Generated<string>;
    /** The language of its preview, since its owner made it public. */
    publishedIn: Generated<string | null>;
    createdAt: Stamp;
  };
  /** Lengths in millimetres. */
  labelTemplates: {
    id: string;
    ownerId: string;
    creationKey: string;
    name: string;
    pageWidth: number;
    pageHeight: number;
    columns: number;
    rows: number;
    labelWidth: number;
    labelHeight: number;
    leftMargin: number;
    topMargin: number;
    pitchX: number;
    pitchY: number;
    createdAt: Stamp;
  };
  legacyTags: { id: string; prefix: string; code: string };
  files: {
    /** Unguessable: it is the address, and the folder in the file store. */
    id: string;
    ownerId: string;
    itemId: string;
    /** A sent picture belongs to a finder's message. */
    kind: 'picture' | 'receipt' | 'sent-picture';
    type: 'image/webp' | 'application/pdf';
    name: Generated<string>;
    bytes: number;
    width: number | null;
    height: number | null;
    creationKey: string;
    createdAt: Stamp;
  };
  /** One opening of a tag's page. Nothing in it tells who it was, or where. */
  scans: {
    id: Generated<string>;
    tagCode: string;
    itemId: string;
    ownerId: string;
    kind: 'opened' | 'own' | 'robot';
    scannedAt: Date;
  };
};

type Facts = JSONColumnType<Record<string, string>, string | undefined>;
