import type { ColumnType, Generated } from 'kysely';
import type { OptionalStamp, Stamp } from './stamps.ts';

export type OperationTables = {
  settings: SettingsTable;
  outgoingMails: OutgoingMailsTable;
  scheduledJobs: ScheduledJobsTable;
  changes: ChangesTable;
  tagReports: TagReportsTable;
  dailyCounts: DailyCountsTable;
  backups: BackupsTable;
};

type SettingsTable = { key: string; value: unknown; updatedAt: Stamp };

type OutgoingMailsTable = {
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
  leasedUntil: OptionalStamp;
  attempts: Generated<number>;
  sentAt: OptionalStamp;
  /** The first permanent refusal (5xx). */
  refusedAt: OptionalStamp;
  failedAt: OptionalStamp;
  lastError: string | null;
  lastErrorAt: OptionalStamp;
  /** Only of mails that can be turned off; null once the mail is sent. */
  unsubscribeUrl: ColumnType<string | null, string | null | undefined, string | null>;
  bouncedAt: OptionalStamp;
  /** Only of mails that are about what somebody wrote; null once the mail is sent. */
  replyTo: ColumnType<string | null, string | null | undefined, string | null>;
  /** The sender's name; null: the address alone. */
  fromName: ColumnType<string | null, string | null | undefined, string | null>;
};

type TagReportsTable = {
  id: Generated<string>;
  tagCode: string;
  conversationId: string | null;
  reason: 'not-mine' | 'planted' | 'unsafe' | 'fraud';
  text: string;
  language: string;
  idempotencyKey: string;
  createdAt: Stamp;
  settledAt: OptionalStamp;
  /** The administrator; null also when the account is gone. */
  settledBy: ColumnType<string | null, undefined, string>;
  decision: ColumnType<'done' | 'answered' | 'closed', undefined, string>;
};

/** Anonymous counts of a day (UTC) that is over. */
type DailyCountsTable = {
  /** Such as “2026-11-22”. */
  day: ColumnType<never, string, never>;
  name: 'scans' | 'conversations' | 'returns' | 'sign-ups' | 'orders';
  /** For returns: how many hours the item was lost; 0 when that is not known. */
  hours: Generated<number>;
  count: number;
};

type ScheduledJobsTable = { name: string; begunAt: Date };

/** Events of each transaction for other processes, kept for minutes (server/events/change-log.ts). */
type ChangesTable = { xid: Generated<string>; events: unknown; madeAt: Stamp };

type BackupsTable = {
  id: Generated<string>;
  begunAt: Stamp;
  endedAt: OptionalStamp;
  bytes: string | null;
  error: string | null;
  /** When, after this backup, a mail told the operator that backups fail. */
  warnedAt: OptionalStamp;
};
