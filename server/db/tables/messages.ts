import type { ColumnType, Generated } from 'kysely';
import type { OptionalStamp, Stamp } from './stamps.ts';

export type MessageTables = {
  conversations: ConversationsTable;
  webMessages: WebMessagesTable;
};

type ConversationsTable = {
  id: string;
  itemId: string;
  ownerId: string;
  finderName: string | null;
  /** Raising it revokes the finder's private link. */
  secretVersion: Generated<number>;
  blockedAt: OptionalStamp;
  closedAt: OptionalStamp;
  createdAt: Stamp;
  /** By which the inbox is sorted. */
  lastMessageId: ColumnType<string | null, string | null | undefined, string>;
};

type WebMessagesTable = {
  id: Generated<string>;
  conversationId: string;
  itemId: string;
  ownerId: string;
  author: 'finder' | 'owner';
  text: string;
  /** A ready answer's name (domain/messages/contract/schema.ts). */
  answer: string | null;
  readByOwner: boolean;
  readByFinder: boolean;
  heldReason: string | null;
  /** When a mail told the owner of it although it was held or skipped. */
  heldMailAt: OptionalStamp;
  /** When no mail told the owner of it, because many had told of others: the mail of the day does. */
  mailSkippedAt: OptionalStamp;
  /** Makes a repeated "send" one message. */
  sendingKey: string;
  createdAt: Stamp;
};
