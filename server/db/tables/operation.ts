import type { Generated } from 'kysely';
import type { OptionalStamp, Stamp } from './stamps.ts';

export type OperationTables = {
  settings: SettingsTable;
  outgoingMails: OutgoingMailsTable;
  scheduledJobs: ScheduledJobsTable;
  changes: ChangesTable;
};

type SettingsTable = { key: string; value: unknown; updatedAt: Stamp };

type OutgoingMailsTable = {
  id: Generated<string>;
  messageId: string;
  /** The account that it is about, and with which it is deleted. */
  uid: string | null;
  purpose: string;
  toName: string;
  toAddress: string;
  subject: string;
  /** Once it is sent, without the links. */
  text: string;
  html: string;
  createdAt: Stamp;
  sendAfter: Stamp;
  leasedUntil: OptionalStamp;
  attempts: Generated<number>;
  sentAt: OptionalStamp;
  /** When the recipient's server first refused it for good (5xx). */
  refusedAt: OptionalStamp;
  failedAt: OptionalStamp;
  lastError: string | null;
};

type ScheduledJobsTable = { name: string; begunAt: Date };

/** What each transaction tells the other processes: ids only, for minutes (server/events/change-log.ts). */
type ChangesTable = { xid: Generated<string>; events: unknown; madeAt: Stamp };
