import type { Account, AccountCallbacks } from '../../server/auth/auth.ts';
import type { Installation } from '../../server/installation.ts';
import {
  mailAccountMoved,
  mailChangeToNewAddress,
  mailChangeToOldAddress,
  mailFirstPasswordLink,
  mailResetLink,
  mailSignUpRepeated,
  mailVerificationLink,
} from '../notifications/account-mails.ts';
import { deviceWords } from './device-words.ts';
import { signInRefusal } from './disable-account.ts';
import { admit, createProfile } from './enter-session.ts';
import { readMailLink } from './mail-link.ts';
import { voidResetLinks } from './password.ts';
import { forgetTries } from './password-tries.ts';

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
    signUpRepeated: (account) => answerRepeatedSignUp(account, installation),
    resetAsked: async (account, token) =>
      (await isUnconfirmed(account, installation))
        ? mailFirstPasswordLink(account, token, installation)
        : mailResetLink(account, token, installation),
    passwordReset: (account) => recordReset(account, installation),
    sessionRefusal: (uid) => signInRefusal(uid, installation),
    deviceWords,
    sessionStarted: (uid) => recordLogin(uid, installation),
    sessionsEnded: (uid) => installation.events.publish({ kind: 'session', uid }),
  };
}

/**
 * Marks the profile verified and gives it the account's address; the operator's own address (ADMIN_EMAIL) becomes administrator.
 * An address that the account leaves is told so, and the links mailed there set no password any more.
 */
async function recordVerifiedEmail(account: Account, installation: Installation): Promise<void> {
  const { db, events, adminEmail } = installation;
  const { uid, email } = account;
  await db.transaction().execute(async (trx) => {
    const profile = await trx.selectFrom('users').select('email').where('uid', '=', uid).forUpdate().executeTakeFirst();
    await trx
      .updateTable('users')
      .set({ email, emailVerified: true, ...(email === adminEmail && { role: 'admin' }) })
      .where('uid', '=', uid)
      .execute();
    if (!profile || profile.email === email) return;
    await voidResetLinks(trx, uid);
    await mailAccountMoved(trx, account, profile.email, installation);
  });
  events.publish({ kind: 'session', uid }, { kind: 'mail' });
}

/**
 * Nobody knows who signed up first with an address that was never confirmed: whoever holds the mailbox sets the password,
 * and the first one's counts for nothing.
 */
async function answerRepeatedSignUp(account: Account, installation: Installation): Promise<'mailed' | 'ask-reset'> {
  if (await isUnconfirmed(account, installation)) return 'ask-reset';
  await mailSignUpRepeated(account, installation);
  return 'mailed';
}

/** The link came by mail, so it confirms the address too. Nobody waits any more who tried wrong passwords. */
async function recordReset(account: Account, installation: Installation): Promise<void> {
  const confirmed = await installation.db
    .updateTable('authUsers')
    .set({ emailVerified: true })
    .where('id', '=', account.uid)
    .where('emailVerified', '=', false)
    .executeTakeFirst();
  if (confirmed.numUpdatedRows > 0n) await recordVerifiedEmail(account, installation);
  await forgetTries(account.email, installation);
  installation.events.publish({ kind: 'session', uid: account.uid });
}

async function isUnconfirmed(account: Account, installation: Installation): Promise<boolean> {
  const entry = await admit(account, installation);
  return !entry.entered && entry.reason === 'email-not-verified';
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
