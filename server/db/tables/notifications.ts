import type { Generated } from 'kysely';
import type { Stamp } from './stamps.ts';

export type NotificationTables = {
  pendingNotifications: {
    uid: string;
    budget: 'mail' | 'push' | 'webhook' | 'possibly-automatic';
    messageId: string;
    dueAt: Date;
  };
  pushSubscriptions: {
    id: string;
    uid: string | null;
    conversationId: string | null;
    sessionId: string | null;
    device: string;
    endpoint: string;
    /** The browser's keys, in base64url (RFC 8291). */
    p256dh: string;
    auth: string;
    createdAt: Stamp;
    deliveredAt: Date | null;
  };
  outgoingRequests: {
    id: string;
    kind: 'push' | 'webhook';
    /** Null for those to finders. */
    uid: string | null;
    subscriptionId: string | null;
    /** JSON; empty once it is sent or given up. */
    body: string;
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
  pendingReplyNotifications: {
    conversationId: string;
    channel: 'mail' | 'push';
    dueAt: Date;
  };
};
