import type { ColumnType, Generated } from 'kysely';
import type { OptionalStamp, Stamp } from './stamps.ts';

export type OperationTables = {
  settings: SettingsTable;
  outgoingMails: OutgoingMailsTable;
  scheduledJobs: ScheduledJobsTable;
  changes: ChangesTable;
  tagReports: TagReportsTable;
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
  /** Of mails that can be turned off; gone once the mail is sent. */
  unsubscribeUrl: ColumnType<string | null, string | null | undefined, string | null>;
  bouncedAt: OptionalStamp;
};

type TagReportsTable = {
  id: Generated<string>;
  tagCode: string;
  conversationId: string | null;
  reason: 'not-mine' | 'planted' | 'unsafe' | 'fraud';
  text: string;
  language: string;
  sendingKey: string;
  createdAt: Stamp;
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
  /** When the operator was mailed that backups fail, after this one. */
  warnedAt: OptionalStamp;
};
