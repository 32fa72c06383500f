import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';

/** Every table, in the camel case of the code (the columns are snake case: Kysely's CamelCasePlugin). */
export type Tables = {
  authUsers: AuthUsersTable;
  authAccounts: AuthAccountsTable;
  authVerifications: AuthVerificationsTable;
  authSessions: AuthSessionsTable;
  users: UsersTable;
  tags: TagsTable;
  items: ItemsTable;
  conversations: ConversationsTable;
  webMessages: WebMessagesTable;
  settings: SettingsTable;
  outgoingMails: OutgoingMailsTable;
  scheduledJobs: ScheduledJobsTable;
};

export type Database = Kysely<Tables>;
/** A database handle that may be inside a transaction. */
export type Executor = Kysely<Tables> | Transaction<Tables>;

type Stamp = ColumnType<Date, Date | undefined, Date>;
type OptionalStamp = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** Written by better-auth, and by us where an account is renamed or confirmed in another way than by its own. */
type AuthUsersTable = {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  image: string | null;
  createdAt: Date;
  updatedAt: Date;
};

/** How an account signs in; `providerId` is always `credential`, `password` its hash. */
type AuthAccountsTable = {
  id: string;
  userId: string;
  providerId: string;
  password: string | null;
  updatedAt: Date;
};

/** One-time tokens; `value` is the uid. */
type AuthVerificationsTable = { id: string; identifier: string; value: string; expiresAt: Date };

type AuthSessionsTable = {
  id: string;
  token: string;
  userId: string;
  expiresAt: Date;
  createdAt: Date;
  updatedAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
};

type UsersTable = {
  uid: string;
  email: string;
  displayName: string | null;
  /** null: not recorded (C-4.06) */
  emailVerified: boolean | null;
  createdAt: Date;
  lastLogin: OptionalStamp;
  role: string | null;
  disabledAt: OptionalStamp;
  /** The account is deleted a week later. */
  deletionAskedAt: OptionalStamp;
  /** No mails about new messages since then. */
  messageMailsOffAt: OptionalStamp;
};

type TagsTable = {
  code: string;
  status: 'blank' | 'active' | 'retired';
  itemId: string | null;
  activatedAt: OptionalStamp;
  createdAt: Stamp;
};

type ItemsTable = {
  id: string;
  ownerId: string;
  name: string;
  category: string;
  note: string;
  /** Makes a repeated "add" one item. */
  creationKey: string;
  lostAt: OptionalStamp;
  returnedAt: OptionalStamp;
  deletedAt: OptionalStamp;
  createdAt: Stamp;
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
  /** A ready answer's name (domain/messages/schema.ts). */
  answer: string | null;
  readByOwner: boolean;
  readByFinder: boolean;
  heldReason: string | null;
  /** When a mail told the owner of it although it was held. */
  heldMailAt: OptionalStamp;
  /** Makes a repeated "send" one message. */
  sendingKey: string;
  createdAt: Stamp;
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
  text: string;
  html: string;
  createdAt: Stamp;
  sendAfter: Stamp;
  leasedUntil: OptionalStamp;
  attempts: Generated<number>;
  sentAt: OptionalStamp;
  failedAt: OptionalStamp;
  lastError: string | null;
};

type ScheduledJobsTable = { name: string; begunAt: Date };
