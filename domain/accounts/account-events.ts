import type { Account, AccountCallbacks } from '../../server/auth/auth.ts';
import type { Installation } from '../../server/installation.ts';
import {
  mailChangeToNewAddress,
  mailChangeToOldAddress,
  mailResetLink,
  mailSignUpRepeated,
  mailVerificationLink,
} from '../notifications/account-mails.ts';
import { signInRefusal } from './disable-account.ts';
import { createProfile } from './enter-session.ts';
import { readMailLink } from './mail-link.ts';

/** What the product does when the authentication service reports something. */
export function accountCallbacks(installation: Installation): AccountCallbacks {
  return {
    accountCreated: (account) => createProfile(account, false, installation),
    verificationAsked: (account, token) =>
      readMailLink(token).purpose === 'confirm'
        ? mailVerificationLink(account, token, installation)
        : mailChangeToNewAddress(account, token, installation),
    emailChangeAsked: (account, newEmail, token) => mailChangeToOldAddress(account, newEmail, token, installation),
    emailVerified: (account) => recordVerifiedEmail(account, installation),
    signUpRepeated: (account) => mailSignUpRepeated(account, installation),
    resetAsked: (account, token) => mailResetLink(account, token, installation),
    sessionRefusal: (uid) => signInRefusal(uid, installation),
    sessionStarted: (uid) => recordLogin(uid, installation),
    sessionsEnded: (uid) => installation.events.publish({ kind: 'session', uid }),
  };
}

/** Marks the profile verified and gives it the account's address; the operator's own address (ADMIN_EMAIL) becomes administrator. */
async function recordVerifiedEmail(account: Account, { db, events, adminEmail }: Installation): Promise<void> {
  await db
    .updateTable('users')
    .set({ email: account.email, emailVerified: true, ...(account.email === adminEmail && { role: 'admin' }) })
    .where('uid', '=', account.uid)
    .execute();
  events.publish({ kind: 'session', uid: account.uid });
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
