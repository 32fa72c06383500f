import type { ColumnType, Generated } from 'kysely';
import type { OptionalStamp, Stamp } from './stamps.ts';

export type NotificationTables = {
  pendingNotifications: PendingNotificationsTable;
  pushSubscriptions: PushSubscriptionsTable;
  outgoingRequests: OutgoingRequestsTable;
  replyMails: ReplyMailsTable;
  pendingReplyNotifications: PendingReplyNotificationsTable;
};

/** A message of which somebody is told later, in one notification with others. */
type PendingNotificationsTable = {
  uid: string;
  /** The limits that it waits for: those of a channel, or those of all messages that a program may have sent. */
  budget: 'mail' | 'push' | 'webhook' | 'possibly-automatic';
  messageId: string;
  dueAt: Date;
};

type ReplyMailsTable = {
  conversationId: string;
  address: string;
  askedAt: Stamp;
  confirmedAt: OptionalStamp;
};

/** A notification to a finder that waits, one for a conversation and channel. */
type PendingReplyNotificationsTable = {
  conversationId: string;
  channel: 'mail' | 'push';
  dueAt: Date;
};

/** Of an account, or of the finder in a conversation. */
type PushSubscriptionsTable = {
  id: string;
  uid: string | null;
  conversationId: ColumnType<string | null, string | null | undefined, string | null>;
  /** The session that asked for it; it may be over. */
  sessionId: string | null;
  /** Such as “Firefox on Android”. */
  device: string;
  endpoint: string;
  /** The browser's keys, in base64url (RFC 8291). */
  p256dh: string;
  auth: string;
  createdAt: Stamp;
  /** When the push service last took a notification. */
  deliveredAt: OptionalStamp;
};

/** Requests to push services and to the operator's webhook. */
type OutgoingRequestsTable = {
  id: string;
  kind: 'push' | 'webhook';
  /** Null for those to finders. */
  uid: string | null;
  subscriptionId: string | null;
  /** JSON; empty once it is sent or given up. */
  body: string;
  /** It tells of what a program may have sent. */
  possiblyAutomatic: Generated<boolean>;
  createdAt: Stamp;
  sendAfter: Stamp;
  leasedUntil: OptionalStamp;
  attempts: Generated<number>;
  sentAt: OptionalStamp;
  failedAt: OptionalStamp;
  lastError: ColumnType<string | null, string | null | undefined, string | null>;
  lastErrorAt: OptionalStamp;
};
