import type { Account } from '../../server/auth/auth.ts';
import type { Installation } from '../../server/installation.ts';
import type { CurrentUser } from './schema.ts';

/** Accounts created before this day need no verified address (C-9.01). */
const verificationCutoff = new Date('2024-02-10T00:00:00Z');

export type Entry = { entered: true; user: CurrentUser } | { entered: false; reason: 'email-not-verified' };

type ProfileRow = {
  uid: string;
  email: string;
  displayName: string | null;
  emailVerified: boolean | null;
  createdAt: Date;
  lastLogin: Date | null;
  role: string | null;
};

/**
 * Decides at each change of the sign-in state whether the session counts, and keeps the profile true:
 * unverified and not exempt is nobody (C-4.03 … C-4.05); a profile without `emailVerified` is completed (C-4.06),
 * a missing one is created (C-4.07); one that cannot be read leaves a verified account its basic data (C-4.08).
 */
export async function enterSession(account: Account, installation: Installation): Promise<Entry> {
  const { db, log } = installation;
  try {
    const profile = await readProfile(account.uid, installation);
    if (!mayEnter(account, profile)) return { entered: false, reason: 'email-not-verified' };
    if (!profile) await createProfile(account, true, installation);
    else if (profile.emailVerified === null) {
      await db
        .updateTable('users')
        .set({ emailVerified: true, lastLogin: new Date() })
        .where('uid', '=', account.uid)
        .execute();
    }
    return { entered: true, user: merge(account, await readProfile(account.uid, installation)) };
  } catch (error) {
    log.error({ error, uid: account.uid }, 'could not read the profile');
    if (!account.emailVerified) return { entered: false, reason: 'email-not-verified' };
    return { entered: true, user: merge(account, undefined) };
  }
}

/** The current user for a page or a call, by the same rules as `enterSession`, without writing; null when the session does not count. */
export async function currentUser(account: Account, installation: Installation): Promise<CurrentUser | null> {
  const profile = await readProfile(account.uid, installation);
  return mayEnter(account, profile) ? merge(account, profile) : null;
}

/** Writes the profile of a new account (C-7.01, C-4.07); one that exists stays as it is. */
export async function createProfile(account: Account, emailVerified: boolean | null, { db }: Installation) {
  const { uid, email, name, createdAt } = account;
  await db
    .insertInto('users')
    .values({ uid, email, displayName: name, emailVerified, createdAt, lastLogin: new Date(), role: null })
    .onConflict((conflict) => conflict.column('uid').doNothing())
    .execute();
}

function mayEnter(account: Account, profile: ProfileRow | undefined): boolean {
  return account.emailVerified || account.createdAt < verificationCutoff || profile?.emailVerified === true;
}

async function readProfile(uid: string, { db }: Installation): Promise<ProfileRow | undefined> {
  return db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst();
}

function merge(account: Account, profile: ProfileRow | undefined): CurrentUser {
  return {
    uid: account.uid,
    email: profile?.email ?? account.email,
    displayName: profile?.displayName ?? account.name,
    emailVerified: account.emailVerified || profile?.emailVerified === true,
    createdAt: (profile?.createdAt ?? account.createdAt).toISOString(),
    lastLogin: profile?.lastLogin?.toISOString() ?? null,
    role: profile?.role ?? null,
  };
}
