import type { Generated } from 'kysely';
import type { Stamp } from './stamps.ts';

export type NotificationTables = {
  /** A message of which somebody is told later, in one notification with others. */
  pendingNotifications: {
    uid: string;
    /** The limits that it waits for: those of a channel, or those of all messages that a program may have sent. */
    budget: 'mail' | 'push' | 'webhook' | 'possibly-automatic';
    messageId: string;
    dueAt: Date;
  };
  /** Of an account, or of the finder in a conversation. */
  pushSubscriptions: {
    id: string;
    uid: string | null;
    conversationId: string | null;
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
    deliveredAt: Date | null;
  };
  /** Requests to push services and to the operator's webhook. */
  outgoingRequests: {
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
    leasedUntil: Date | null;
    attempts: Generated<number>;
    sentAt: Date | null;
    failedAt: Date | null;
    lastError: string | null;
    lastErrorAt: Date | null;
  };
  replyMails: {
    conversationId: string;
    address: string;
    askedAt: Stamp;
    confirmedAt: Date | null;
  };
  /** A notification to a finder that waits, one for a conversation and channel. */
  pendingReplyNotifications: {
    conversationId: string;
    channel: 'mail' | 'push';
    dueAt: Date;
  };
};
