import type { ColumnType, Generated } from 'kysely';
import type { Stamp } from './stamps.ts';

export type OperationTables = {
  settings: { key: string; value: unknown; updatedAt: Stamp };
  outgoingMails: {
    id: Generated<string>;
    messageId: string;
    uid: string | null;
    purpose: string;
    toName: string;
    toAddress: string;
    subject: string;
    text: string;
    html: string;
    createdAt: Stamp;
    sendAfter: Stamp;
    leasedUntil: Date | null;
    attempts: Generated<number>;
    sentAt: Date | null;
    /** The first permanent refusal (5xx). */
    refusedAt: Date | null;
    failedAt: Date | null;
    lastError: string | null;
    lastErrorAt: Date | null;
    /** Only of mails that can be turned off; null once the mail is sent. */
    unsubscribeUrl: string | null;
    bouncedAt: Date | null;
    /** Only of mails that are about what somebody wrote; null once the mail is sent. */
    replyTo: string | null;
    /** The sender's name; null: the address alone. */
    fromName: string | null;
  };
  scheduledJobs: { name: string; begunAt: Date };
  /** Events of each transaction for other processes, kept for minutes (server/events/changes.ts). */
  changes: { xid: Generated<string>; events: unknown; madeAt: Stamp };
  tagReports: {
    id: Generated<string>;
    tagCode: string;
    conversationId: string | null;
    reason: 'not-mine' | 'planted' | 'unsafe' | 'fraud';
    text: string;
    language: string;
    idempotencyKey: string;
    createdAt: Stamp;
    settledAt: Date | null;
    /** The administrator; null also when the account is gone. */
    settledBy: ColumnType<string | null, undefined, string>;
    decision: ColumnType<'done' | 'answered' | 'closed', undefined, string>;
  };
  /** Anonymous counts of a day (UTC) that is over. */
  dailyCounts: {
    day: ColumnType<never, string, never>;
    name: 'scans' | 'conversations' | 'returns' | 'sign-ups' | 'orders';
    /** For returns: how many hours the item was lost; 0 when that is not known. */
    hours: Generated<number>;
    count: number;
  };
  backups: {
    id: Generated<string>;
    begunAt: Stamp;
    endedAt: Date | null;
    bytes: string | null;
    error: string | null;
    warnedAt: Date | null;
  };
};
