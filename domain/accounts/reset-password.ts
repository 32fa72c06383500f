import { resetPath } from '../../paths/paths.ts';
import { hashPassword } from '../../server/auth/password.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { removePasskeysAtReset } from '../second-factor/keep-passkeys.ts';
import { type AccountLink, createLink, findLink, markLinkUsed, revokeLinks } from './account-links.ts';
import { accountMails } from './account-mails.ts';
import { endSessions, lockAccount, lockAccountOf, writePassword } from './account-rows.ts';
import { recordConfirmedAddress } from './confirmed-address.ts';
import { isUnconfirmed } from './enter-session.ts';
import { deleteDevices } from './known-devices.ts';
import { problemOfNewPassword } from './new-password.ts';
import { resetTries } from './password-tries.ts';

/** Mails a link to set a new password (C-7.04). Does nothing for an unknown address. */
export async function requestPasswordReset(email: string, language: string, services: Services): Promise<void> {
  await services.events.transaction(async (trx) => {
    const account = await lockAccount(trx, email);
    if (!account) return;
    const { firstPasswordAsked, resetAsked } = accountMails;
    const mailLink = (await isUnconfirmed(account, trx)) ? firstPasswordAsked : resetAsked;
    const token = await createResetToken(trx, { ...account, language });
    await mailLink(trx, { account, token, language }, services);
  });
}

/** Makes a password link for an operator to hand over. Null when the address has no account. */
export async function makeResetLink(email: string, services: Services): Promise<string | null> {
  return services.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, email);
    return account ? services.publicUrl + resetPath(await createResetToken(trx, { ...account, language: null })) : null;
  });
}

export async function findResetLink(token: string, { db }: Services): Promise<AccountLink | undefined> {
  const link = await findLink(db, token);
  return link?.purpose === 'set-password' && !link.usedAt ? link : undefined;
}

export async function problemOfReset({ uid, email }: AccountLink, newPassword: string, services: Services) {
  const account = services.db.selectFrom('authUsers').select('name').where('id', '=', uid);
  const { name = '' } = (await account.executeTakeFirst()) ?? {};
  return problemOfNewPassword(newPassword, { email, name }, services);
}

/**
 * Sets a password by a mailed link, confirms the address, ends all sessions, forgets devices and removes passkeys. False when the link was
 * used first.
 * @param keepPasskeys the ids of those that stay; an administrator's all do
 */
export async function resetPassword(
  link: AccountLink,
  { newPassword, keepPasskeys, language }: { newPassword: string; keepPasskeys: string[]; language: string },
  services: Services,
): Promise<boolean> {
  const password = await hashPassword(newPassword, services.passwordCost);
  const account = await services.events.transaction(async (trx, publish) => {
    const account = await lockAccountOf(trx, link.uid);
    if (!account || account.email !== link.email || !(await markLinkUsed(trx, link))) return undefined;
    await revokeLinks(trx, account.uid, ['set-password', 'confirm']);
    await writePassword(trx, account.uid, password);
    await endSessions(trx, account.uid);
    await deleteDevices(trx, account.uid);
    // Before the address is confirmed, which may give the administrator's role.
    const passkeysRemoved = await removePasskeysAtReset(trx, account.uid, keepPasskeys);
    const unconfirmed = await isUnconfirmed(account, trx);
    // Anybody may have chosen the name of an unconfirmed account.
    const named = unconfirmed ? { ...account, name: account.email.split('@')[0] ?? '' } : account;
    if (!account.emailVerified) {
      await recordConfirmedAddress(trx, { ...named, language: link.language ?? language }, services);
    }
    await accountMails.passwordChanged(trx, { account: named, language, passkeysRemoved }, services);
    publish({ kind: 'session', uid: account.uid });
    return account;
  });
  if (!account) return false;
  await resetTries(account.email, services);
  services.log.info({ uid: account.uid }, 'password set by a mailed link');
  return true;
}

function createResetToken(
  trx: Executor,
  { uid, email, language }: { uid: string; email: string; language: string | null },
): Promise<string> {
  return createLink(trx, { purpose: 'set-password', uid, email, language });
}
