import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';

/** Every table, in the camel case of the code (the columns are snake case: Kysely's CamelCasePlugin). */
export type Tables = {
  authUsers: AuthUsersTable;
  authAccounts: AuthAccountsTable;
  authVerifications: AuthVerificationsTable;
  authSessions: AuthSessionsTable;
  accountLinks: AccountLinksTable;
  knownDevices: KnownDevicesTable;
  users: UsersTable;
  tags: TagsTable;
  items: ItemsTable;
  conversations: ConversationsTable;
  webMessages: WebMessagesTable;
  settings: SettingsTable;
  outgoingMails: OutgoingMailsTable;
  scheduledJobs: ScheduledJobsTable;
  changes: ChangesTable;
};

export type Database = Kysely<Tables>;
/** A database handle that may be inside a transaction. */
export type Executor = Kysely<Tables> | Transaction<Tables>;

type Stamp = ColumnType<Date, Date | undefined, Date>;
type OptionalStamp = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** Read by better-auth, written by domain/accounts. */
type AuthUsersTable = {
  id: string;
  name: string;
  email: string;
  emailVerified: Generated<boolean>;
  image: string | null;
  createdAt: Stamp;
  updatedAt: Stamp;
  /** The last sign-up with this address; null for accounts that came another way, as by an import. */
  signedUpAt: OptionalStamp;
};

/** How an account signs in; `providerId` is always `credential`, `accountId` the uid, `password` its hash. */
type AuthAccountsTable = {
  id: string;
  userId: string;
  accountId: string;
  providerId: string;
  password: string | null;
  updatedAt: Stamp;
};

/** One-time tokens of better-auth's own, as hashes. */
type AuthVerificationsTable = { id: string; identifier: string; value: string; expiresAt: Date };

type AuthSessionsTable = {
  id: string;
  /** SHA-256 of what stands in the cookie. */
  token: string;
  userId: string;
  expiresAt: Date;
  createdAt: Date;
  updatedAt: Date;
  ipAddress: string | null;
  /** In words such as “Firefox on Android”. */
  userAgent: string | null;
  /** The last report of activity; null for a session from before there were reports. */
  activeAt: OptionalStamp;
  /** When a page of it was last known to be open. */
  pageSeenAt: OptionalStamp;
};

/** Links in mails about an account, each good once. */
type AccountLinksTable = {
  tokenHash: string;
  /** `sign-up-repeated` is no link: it remembers the password of a sign-up with the address of an account that exists. */
  purpose: 'confirm' | 'set-password' | 'allow-change' | 'confirm-change' | 'sign-up-repeated';
  uid: string;
  /** The account's address when the link was made: of an account that moved since, it confirms nothing. */
  email: string;
  newEmail: string | null;
  /** Name, password hash and browser of the sign-up that a `confirm` link belongs to. */
  displayName: string | null;
  password: string | null;
  deviceHash: string | null;
  usedAt: OptionalStamp;
  expiresAt: Date;
  createdAt: Stamp;
};

/** Browsers in which somebody signed in to the account before, by the hash of their device cookie. */
type KnownDevicesTable = { uid: string; deviceHash: string; createdAt: Stamp; lastUsedAt: Stamp };

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
  /** When a mail to the account's address was last refused or given up; null since one was taken. */
  mailFailedAt: OptionalStamp;
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
