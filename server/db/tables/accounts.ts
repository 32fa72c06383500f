import type { ColumnType, Generated } from 'kysely';
import type { OptionalStamp, Stamp } from './stamps.ts';

export type AccountTables = {
  authUsers: AuthUsersTable;
  authAccounts: AuthAccountsTable;
  authVerifications: AuthVerificationsTable;
  authSessions: AuthSessionsTable;
  accountLinks: AccountLinksTable;
  knownDevices: KnownDevicesTable;
  passkeys: PasskeysTable;
  authenticatorApps: AuthenticatorAppsTable;
  recoveryCodes: RecoveryCodesTable;
  users: UsersTable;
  importedRows: ImportedRowsTable;
};

type AuthUsersTable = {
  id: string;
  name: string;
  email: string;
  emailVerified: Generated<boolean>;
  image: string | null;
  createdAt: Stamp;
  updatedAt: Stamp;
  signedUpAt: OptionalStamp;
};

/** `providerId` is always `credential`, `accountId` the uid, `password` the hash. */
type AuthAccountsTable = {
  id: string;
  userId: string;
  accountId: string;
  providerId: string;
  password: string | null;
  updatedAt: Stamp;
};

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
  /** The last reported activity; null from before reports existed. */
  activeAt: OptionalStamp;
  pageSeenAt: OptionalStamp;
  secondFactorAt: OptionalStamp;
};

type AccountLinksTable = {
  tokenHash: string;
  /** `sign-up-repeated` is no link: it stores the password of a sign-up with an existing account's address. */
  purpose: 'confirm' | 'set-password' | 'allow-change' | 'confirm-change' | 'sign-up-repeated';
  uid: string;
  /** The account's address at that time. After a change the link is void. */
  email: string;
  newEmail: string | null;
  /** Name, password hash and device of a `confirm` link's sign-up. */
  displayName: string | null;
  password: string | null;
  deviceHash: string | null;
  /** The language of the page on which it was asked for. It becomes the profile's when the address is confirmed. */
  language: string | null;
  /** Of the tag that waited to be activated when its `confirm` link's sign-up was sent. */
  tagCode: string | null;
  usedAt: OptionalStamp;
  expiresAt: Date;
  createdAt: Stamp;
};

type KnownDevicesTable = { uid: string; deviceHash: string; createdAt: Stamp; lastUsedAt: Stamp };

/** `id` is that of the credential, in Base64url. */
type PasskeysTable = {
  id: string;
  uid: string;
  name: string;
  publicKey: Buffer;
  signCount: ColumnType<string, number, number>;
  transports: string[];
  /** When the challenge that it signed last was made, in milliseconds since 1970: only later ones count. */
  lastChallengeMs: ColumnType<string, number, number>;
  createdAt: Stamp;
  lastUsedAt: OptionalStamp;
};

type AuthenticatorAppsTable = {
  uid: string;
  /** Encrypted with a key of the installation. */
  sealedSecret: string;
  /** Of the last code that was taken, in steps of 30 seconds since 1970: only later ones count. */
  lastStep: ColumnType<string, number, number>;
  createdAt: Stamp;
};

type RecoveryCodesTable = { uid: string; codeHash: string; createdAt: Stamp; usedAt: OptionalStamp };

type UsersTable = {
  uid: string;
  email: string;
  displayName: string | null;
  /** null: not recorded (C-4.06) */
  emailVerified: boolean | null;
  createdAt: Date;
  lastLogin: OptionalStamp;
  role: string | null;
  language: ColumnType<string | null, string | null | undefined, string | null>;
  disabledAt: OptionalStamp;
  deletionAskedAt: OptionalStamp;
  messageMailsOffAt: OptionalStamp;
  /** When a mail last failed; null after one arrives. */
  mailFailedAt: OptionalStamp;
  /** When a mail last came back after the mail server had taken it. */
  mailBouncedAt: OptionalStamp;
  /** Quiet hours, in minutes after midnight in `timeZone`; all three or none. */
  quietFrom: ColumnType<number | null, number | null | undefined, number | null>;
  quietUntil: ColumnType<number | null, number | null | undefined, number | null>;
  timeZone: ColumnType<string | null, string | null | undefined, string | null>;
  /** Since when quiet hours also hold for items that are lost. */
  quietAlsoLostAt: OptionalStamp;
  /** Since when push notifications say what the finder wrote. */
  pushQuotesAt: OptionalStamp;
  /** Since when finders see the name beside answers about items that others share. */
  nameShownAt: OptionalStamp;
};

/** Keyed hashes of the old ids of imported rows, so that nothing is imported twice, or again after it was deleted here. */
type ImportedRowsTable = { key: string };
