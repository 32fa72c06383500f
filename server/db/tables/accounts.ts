import type { Generated } from 'kysely';
import type { OptionalStamp, Stamp } from './stamps.ts';

export type AccountTables = {
  authUsers: AuthUsersTable;
  authAccounts: AuthAccountsTable;
  authVerifications: AuthVerificationsTable;
  authSessions: AuthSessionsTable;
  accountLinks: AccountLinksTable;
  knownDevices: KnownDevicesTable;
  users: UsersTable;
};

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
