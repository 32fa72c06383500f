import type { ColumnType, Generated } from 'kysely';
import type { Stamp } from './stamps.ts';

export type MessageTables = {
  conversations: {
    id: string;
    itemId: string;
    ownerId: string;
    finderName: string | null;
    finderLanguage: string | null;
    /** A higher version revokes the finder's private link. */
    secretVersion: Generated<number>;
    blockedAt: Date | null;
    closedAt: Date | null;
    createdAt: Stamp;
    lastMessageId: ColumnType<string | null, string | null | undefined, string>;
    wordsDeletedAt: Date | null;
    messagesChangedAt: Date | null;
    /** A keyed hash of the network from which it was begun, until the end of that day. */
    networkKey: string | null;
    unreadByOwner: Generated<boolean>;
    /** Put away by the owner; null again when the finder writes. */
    archivedAt: Date | null;
    mutedAt: Date | null;
  };
  webMessages: {
    id: Generated<string>;
    conversationId: string;
    itemId: string;
    ownerId: string;
    author: 'finder' | 'owner';
    text: string;
    answer: string | null;
    readByOwner: boolean;
    readByFinder: boolean;
    heldReason: string | null;
    idempotencyKey: string;
    /** A keyed hash. With it a finder's phone finds the message whose answer it did not get. */
    attemptKey: ColumnType<string | null, string | null | undefined, never>;
    createdAt: Stamp;
    byMember: Generated<boolean>;
    memberUid: string | null;
    details: ColumnType<object | null, string | null | undefined, string | null>;
    pictureId: string | null;
    deletedAt: Date | null;
    reply: ColumnType<string | null, string | null | undefined, never>;
    meeting: ColumnType<object | null, string | null | undefined, never>;
    /** Of the text, as a BCP 47 tag, where it is known. */
    language: ColumnType<string | null, string | null | undefined, never>;
    /** An administrator took its words away from both sides: afterwards, or before it was delivered. They are in `hiddenWords`. */
    hiddenAs: ColumnType<'hidden' | 'dismissed' | null, undefined, 'hidden' | 'dismissed' | null>;
  };
  reports: {
    id: string;
    uid: string;
    conversationId: string | null;
    itemName: string;
    finderName: string | null;
    reason: string;
    note: string;
    /** The newest, oldest first; written as JSON. */
    messages: ColumnType<object[], string, never>;
    creationKey: string;
    createdAt: Stamp;
    settledAt: Date | null;
    /** The administrator; null also when the account is gone. */
    settledBy: ColumnType<string | null, undefined, string>;
    decision: ColumnType<'done' | 'answered' | 'closed', undefined, string>;
    answerKey: ColumnType<string | null, undefined, string>;
  };
  /** A picture that a report names. Its file stays as long as the report, also without a row of `files`. */
  reportedPictures: {
    reportId: string;
    pictureId: string;
  };
  messageReadings: {
    id: string;
    conversationId: string;
    /** Null when the account is gone. */
    adminUid: string | null;
    /** The owner reads it. */
    reason: string;
    aboutKind: 'report' | 'tag-report' | 'held-message' | 'contact-request';
    aboutId: string;
    createdAt: Stamp;
  };
  /** The words of messages that an administrator hid. Nothing that the two sides read looks here. */
  hiddenWords: {
    messageId: string;
    conversationId: string;
    text: string;
    details: ColumnType<object | null, string | null, never>;
    pictureId: string | null;
    wasUnread: boolean;
    hiddenAt: Stamp;
  };
  /** Networks that may begin no conversation today, by a hash with the key of the day. */
  blockedNetworks: {
    networkKey: string;
    endsAt: Date;
  };
};
