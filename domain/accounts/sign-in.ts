import type { SessionCallbacks } from '../../server/auth/auth.ts';
import { hashToken } from '../../server/auth/token-hash.ts';
import type { Installation } from '../../server/installation.ts';
import { lockAccountOf, readPassword } from './account-rows.ts';
import { deviceWords } from './device-words.ts';
import { checkEntry } from './enter-session.ts';
import { endSession } from './sessions.ts';

/** Which sign-ins make a session, and what is noted about it. */
export function sessionCallbacks(installation: Installation): SessionCallbacks {
  return {
    sessionRefusal: (uid) => signInRefusal(uid, installation),
    deviceWords,
    sessionStarted: (uid) => recordLogin(uid, installation),
    endSession: (id, uid) => endSession(id, uid, installation),
  };
}

/**
 * Why an account may not sign in although its password was right: disabled (C-8.04), or neither confirmed nor exempt (C-4.05); or null.
 * No session is made then, so there is none that a later confirmation could make good.
 */
async function signInRefusal(
  uid: string,
  installation: Installation,
): Promise<'user-disabled' | 'user-deleted' | 'email-not-verified' | null> {
  const account = await installation.db
    .selectFrom('authUsers')
    .select(['id as uid', 'email', 'name', 'emailVerified', 'createdAt'])
    .where('id', '=', uid)
    .executeTakeFirst();
  if (!account) return 'user-deleted';
  const entry = await checkEntry(account, installation);
  return entry.entered ? null : entry.reason;
}

/**
 * Keeps the session that a right password began only if that password is the account's still: it may have been confirmed, reset or
 * changed while it was being looked at, and that ended the sessions before this one began.
 * @param verified hash of the password before it was looked at
 * @param token of the new session
 */
export async function completeSignIn(
  uid: string,
  { verified, token }: { verified: string | undefined; token: string },
  { db }: Installation,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const account = await lockAccountOf(trx, uid);
    if (account && verified !== undefined && (await readPassword(trx, uid)) === verified) return true;
    await trx.deleteFrom('authSessions').where('token', '=', hashToken(token)).execute();
    return false;
  });
}

/** Merges address and time into the profile at a sign-in (C-7.02). */
async function recordLogin(uid: string, { db }: Installation): Promise<void> {
  const email = db.selectFrom('authUsers').select('email').where('id', '=', uid).$asScalar();
  await db
    .updateTable('users')
    .set((set) => ({ email: set.fn.coalesce(email, 'email'), lastLogin: new Date() }))
    .where('uid', '=', uid)
    .execute();
}
