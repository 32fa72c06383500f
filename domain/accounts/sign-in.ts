import { sql } from 'kysely';
import type { SessionCallbacks } from '../../server/auth/auth.ts';
import { hashPassword, isFirebaseHash, storedFirebaseHashes, verifyPassword } from '../../server/auth/password.ts';
import { hashToken } from '../../server/auth/tokens.ts';
import type { Services } from '../../server/services.ts';
import { lockAccountOf, readPassword, writePassword } from './account-rows.ts';
import { describeDevice } from './describe-device.ts';
import { checkEntry } from './enter-session.ts';
import { endSession } from './sessions.ts';

export function sessionCallbacks(services: Services): SessionCallbacks {
  return {
    sessionRefusal: (uid) => signInRefusal(uid, services),
    describeDevice,
    firebaseHash: () => anyFirebaseHash(services),
    sessionStarted: (uid) => recordLogin(uid, services),
    endSession: (which) => endSession(which, services),
  };
}

/** Why the right password is not enough: disabled (C-8.04) or unconfirmed (C-4.05). Without a session, nothing can become valid later. */
async function signInRefusal(
  uid: string,
  services: Services,
): Promise<'user-disabled' | 'user-deleted' | 'email-not-verified' | null> {
  const account = await services.db
    .selectFrom('authUsers')
    .select(['id as uid', 'email', 'name', 'emailVerified', 'createdAt'])
    .where('id', '=', uid)
    .executeTakeFirst();
  if (!account) return 'user-deleted';
  const entry = await checkEntry(account, services);
  return entry.entered ? null : entry.reason;
}

/** Keeps a new session only if the password is still the one that was verified; a hash of Firebase becomes one of ours. */
export async function completeSignIn(
  uid: string,
  { verified, password, token }: { verified: string | undefined; password: string; token: string },
  { db, passwordCost }: Services,
): Promise<boolean> {
  const replacing = verified !== undefined && isFirebaseHash(verified) && (await hashPassword(password, passwordCost));
  return db.transaction().execute(async (trx) => {
    const account = await lockAccountOf(trx, uid);
    const stored = account && (await readPassword(trx, uid));
    if (stored !== undefined && stored === verified) {
      if (replacing) await writePassword(trx, uid, replacing);
      return true;
    }
    // Another sign-in came first.
    if (replacing && stored !== undefined && (await verifyPassword(password, stored))) return true;
    await trx.deleteFrom('authSessions').where('token', '=', hashToken(token)).execute();
    return false;
  });
}

async function anyFirebaseHash({ db }: Services): Promise<string | undefined> {
  const row = await db
    .selectFrom('authAccounts')
    .select('password')
    .where('password', 'like', sql.lit(storedFirebaseHashes))
    .limit(1)
    .executeTakeFirst();
  return row?.password ?? undefined;
}

/** Also completes a profile without `emailVerified` (C-4.06). Nobody is kept out because the profile cannot be written (C-4.08). */
async function recordLogin(uid: string, { db, log }: Services): Promise<void> {
  const email = db.selectFrom('authUsers').select('email').where('id', '=', uid).$asScalar();
  try {
    await db
      .updateTable('users')
      .set(({ fn, val }) => ({
        email: fn.coalesce(email, 'email'),
        emailVerified: fn.coalesce('emailVerified', val(true)),
        lastLogin: new Date(),
      }))
      .where('uid', '=', uid)
      .execute();
  } catch (error) {
    log.error({ error, uid }, 'could not record a sign-in');
  }
}
