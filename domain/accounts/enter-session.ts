import type { Account } from '../../server/auth/auth.ts';
import { preparedQuery } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { CurrentUser } from './contract/schema.ts';
import { deletionDay } from './deletion-pause.ts';

/** Older accounts need no confirmed address (C-9.01). */
export const verificationCutoff = new Date('2024-02-10T00:00:00Z');

const roleUnread = 'Error checking admin status';

export type Entry =
  /** `problem`: the profile could not be read. The user is then the account's basic data, without a role (C-6.04). */
  | { entered: true; user: CurrentUser; problem?: typeof roleUnread }
  | { entered: false; reason: 'email-not-verified' | 'user-disabled' };

type ProfileRow = Awaited<ReturnType<typeof readProfile>>[number];

/** Decides whether the session counts. Completes a profile without `emailVerified` (C-4.06) and creates a missing one (C-4.07). */
export async function enterSession(account: Account, services: Services): Promise<Entry> {
  const { entry, profile } = await decideEntry(account, services);
  if (!entry.entered || entry.problem) return entry;
  if (profile && profile.emailVerified !== null) return entry;
  if (profile) await completeProfile(account, services);
  else await createProfile(account, true, services);
  return (await decideEntry(account, services)).entry;
}

/** Decides without writing (C-4.03 … C-4.05). Without a readable profile, a confirmed account enters with its basic data (C-4.08). */
export async function checkEntry(account: Account, services: Services): Promise<Entry> {
  return (await decideEntry(account, services)).entry;
}

export async function currentUser(account: Account, services: Services): Promise<CurrentUser | null> {
  const entry = await checkEntry(account, services);
  return entry.entered ? entry.user : null;
}

export async function whoMayEnter(accounts: Account[], { db }: Pick<Services, 'db'>) {
  const uids = accounts.map(({ uid }) => uid);
  const rows = await db.selectFrom('users').selectAll().where('uid', 'in', uids).execute();
  const profiles = new Map(rows.map((row) => [row.uid, row]));
  const counting = accounts.filter((account) => {
    const profile = profiles.get(account.uid);
    return !profile?.disabledAt && mayEnter(account, profile);
  });
  return new Map(counting.map(({ uid }) => [uid, { role: profiles.get(uid)?.role ?? null }]));
}

export async function isUnconfirmed(account: Account, db: Executor): Promise<boolean> {
  const [profile] = await readProfile(db, account.uid);
  return !mayEnter(account, profile);
}

/** Writes the profile of a new account (C-7.01, C-4.07). An existing one stays. */
export async function createProfile(account: Account, emailVerified: boolean | null, { db }: { db: Executor }) {
  const { uid, email, name, createdAt } = account;
  const now = new Date();
  // Whose address is confirmed without a profile was here before.
  const firstStepsEndedAt = emailVerified ? now : null;
  await db
    .insertInto('users')
    .values({ uid, email, displayName: name, emailVerified, createdAt, lastLogin: now, role: null, firstStepsEndedAt })
    .onConflict((conflict) => conflict.column('uid').doNothing())
    .execute();
}

async function completeProfile({ uid }: Account, { db }: Services): Promise<void> {
  const completed = { emailVerified: true, lastLogin: new Date() };
  await db.updateTable('users').set(completed).where('uid', '=', uid).execute();
}

async function decideEntry(
  account: Account,
  { db, log }: Services,
): Promise<{ entry: Entry; profile?: ProfileRow | undefined }> {
  try {
    const [profile] = await readProfile(db, account.uid);
    if (profile?.disabledAt) return { entry: { entered: false, reason: 'user-disabled' }, profile };
    if (!mayEnter(account, profile)) return { entry: { entered: false, reason: 'email-not-verified' }, profile };
    return { entry: { entered: true, user: userOf(account, profile) }, profile };
  } catch (error) {
    log.error({ error, uid: account.uid }, roleUnread);
    if (!account.emailVerified) return { entry: { entered: false, reason: 'email-not-verified' } };
    return { entry: { entered: true, user: userOf(account, undefined), problem: roleUnread } };
  }
}

function mayEnter(account: Account, profile: ProfileRow | undefined): boolean {
  return account.emailVerified || account.createdAt < verificationCutoff || profile?.emailVerified === true;
}

/** An account merged with its profile (C-3.02). */
export function userOf(account: Account, profile: ProfileRow | undefined): CurrentUser {
  return {
    uid: account.uid,
    email: profile?.email ?? account.email,
    displayName: profile?.displayName ?? account.name,
    emailVerified: account.emailVerified || profile?.emailVerified === true,
    createdAt: (profile?.createdAt ?? account.createdAt).toISOString(),
    lastLogin: profile?.lastLogin?.toISOString() ?? null,
    role: profile?.role ?? null,
    ...(profile?.language && { language: profile.language }),
    ...(profile?.nameShownAt && { nameShown: true }),
    ...(profile?.firstStepsEndedAt === null && { firstSteps: true }),
    ...(profile?.deletionAskedAt && { deletedOn: deletionDay(profile.deletionAskedAt).toISOString() }),
  };
}

const readProfile = preparedQuery('profile', (db) =>
  db
    .selectFrom('users')
    .select(['email', 'displayName', 'emailVerified', 'createdAt', 'lastLogin', 'role', 'language'])
    .select(['nameShownAt', 'firstStepsEndedAt', 'disabledAt', 'deletionAskedAt'])
    .where('uid', '=', ''),
);
