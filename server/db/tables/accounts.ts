import type { ColumnType, Generated } from 'kysely';
import type { Stamp } from './stamps.ts';

export type AccountTables = {
  authUsers: {
    id: string;
    name: string;
    email: string;
    emailVerified: Generated<boolean>;
    image: string | null;
    createdAt: Stamp;
    updatedAt: Stamp;
    signedUpAt: Date | null;
  };
  /** `providerId` is always `credential`, `accountId` the uid, `password` the hash. */
  authAccounts: {
    id: string;
    userId: string;
    accountId: string;
    providerId: string;
    password: string | null;
    updatedAt: Stamp;
  };
  authVerifications: { id: string; identifier: string; value: string; expiresAt: Date };
  authSessions: {
    id: string;
    token: string;
    userId: string;
    expiresAt: Date;
    createdAt: Date;
    updatedAt: Date;
    ipAddress: string | null;
    userAgent: string | null;
    /** The last reported activity; null from before reports existed. */
    activeAt: Date | null;
    pageSeenAt: Date | null;
    secondFactorAt: Date | null;
  };
  accountLinks: {
    tokenHash: string;
    /** `sign-up-repeated` is no link: it stores the password of a sign-up with an existing account's address. */
    purpose: 'confirm' | 'set-password' | 'allow-change' | 'confirm-change' | 'sign-up-repeated';
    uid: string;
    /** The account's address at that time. After a change the link is void. */
    email: string;
    newEmail: string | null;
    displayName: string | null;
    password: string | null;
    deviceHash: string | null;
    /** The language of the page on which it was asked for. It becomes the profile's when the address is confirmed. */
    language: string | null;
    tagCode: string | null;
    usedAt: Date | null;
    expiresAt: Date;
    createdAt: Stamp;
  };
  knownDevices: { uid: string; deviceHash: string; createdAt: Stamp; lastUsedAt: Stamp };
  /** `id` is that of the credential, in Base64url. */
  passkeys: {
    id: string;
    uid: string;
    name: string;
    publicKey: Buffer;
    signCount: ColumnType<string, number, number>;
    transports: string[];
    /** When the challenge that it signed last was made, in milliseconds since 1970: only later ones count. */
    lastChallengeMs: ColumnType<string, number, number>;
    createdAt: Stamp;
    lastUsedAt: Date | null;
  };
  authenticatorApps: {
    uid: string;
    sealedSecret: string;
    /** Of the last code that was taken, in steps of 30 seconds since 1970: only later ones count. */
    lastStep: ColumnType<string, number, number>;
    createdAt: Stamp;
  };
  recoveryCodes: { uid: string; codeHash: string; createdAt: Stamp; usedAt: Date | null };
  users: {
    uid: string;
    email: string;
    displayName: string | null;
    /** null: not recorded (C-4.06) */
    emailVerified: boolean | null;
    createdAt: Date;
    lastLogin: Date | null;
    role: string | null;
    language: string | null;
    disabledAt: Date | null;
    deletionAskedAt: Date | null;
    messageMailsOffAt: Date | null;
    mailFailedAt: Date | null;
    mailBouncedAt: Date | null;
    /** Quiet hours, in minutes after midnight in `timeZone`; all three or none. */
    quietFrom: number | null;
    quietUntil: number | null;
    timeZone: string | null;
    quietAlsoLostAt: Date | null;
    pushQuotesAt: Date | null;
    nameShownAt: Date | null;
    /** Of the list that a new account is shown; so below. */
    firstStepsEndedAt: Date | null;
    tagAttachedAt: Date | null;
    ownTagScannedAt: Date | null;
  };
  /** Keyed hashes of the old ids of imported rows, so that nothing is imported twice, or again after it was deleted here. */
  importedRows: { key: string };
};
