import { emailVerificationPath, keepAccountPath, resetPath, signInPath } from '../../paths/paths.ts';
import type { Account } from '../../server/auth/auth.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { unconfirmedDays } from '../accounts/unconfirmed-accounts.ts';
import { isolated, wordsForAccount } from './mail-language.ts';
import { sendMail } from './send-mail.ts';

/** `language` is that of the request; a language kept with the profile comes before it. */
type Link = { token: string; language: string };
/** A mail with an account link. To an unconfirmed address it omits the name: anybody may have chosen it. */
type LinkMail = (trx: Executor, account: Account, link: Link, installation: Installation) => Promise<void>;

/** Mails the link to confirm the address (C-7.01, C-7.07). Its page asks before it uses the token. */
export const mailConfirmation: LinkMail = async (trx, { uid, email }, { token, language }, installation) => {
  const { t, product, publicUrl } = await wordsForAccount(trx, uid, installation, language);
  const mail = {
    subject: t('mailConfirm.subject', { product }),
    paragraphs: [t('mailConfirm.text', { product })],
    action: { label: t('mailConfirm.action'), url: publicUrl + emailVerificationPath(token) },
    footnote: t('mailConfirm.footnote', { site: publicUrl, days: unconfirmedDays }),
  };
  await sendMail(trx, { purpose: 'verify-email', uid, email }, mail, t, installation);
};

export const mailResetLink: LinkMail = async (trx, account, { token, language }, installation) => {
  const { t, product } = await wordsForAccount(trx, account.uid, installation, language);
  const mail = {
    subject: t('mailReset.subject', { product }),
    paragraphs: [t('mailReset.text')],
    action: { label: t('mail.setPassword'), url: resetLink(installation, token) },
    footnote: t('mailReset.footnote'),
  };
  await sendMail(trx, { ...account, purpose: 'reset-password' }, mail, t, installation);
};

/** The same for an unconfirmed address, which the link confirms too. */
export const mailFirstPasswordLink: LinkMail = async (trx, { uid, email }, { token, language }, installation) => {
  const { t, product } = await wordsForAccount(trx, uid, installation, language);
  const mail = {
    subject: t('mailFirstPassword.subject', { product }),
    paragraphs: [t('mailFirstPassword.text', { product })],
    action: { label: t('mailFirstPassword.action'), url: resetLink(installation, token) },
    footnote: t('mailFirstPassword.footnote', { site: installation.publicUrl }),
  };
  await sendMail(trx, { purpose: 'reset-password', uid, email }, mail, t, installation);
};

export function resetLink(installation: Installation, token: string): string {
  return `${installation.publicUrl}${resetPath(token)}`;
}

export async function mailChangeToOldAddress(
  trx: Executor,
  account: Account,
  { newEmail, token, language }: Link & { newEmail: string },
  installation: Installation,
): Promise<void> {
  const { t, product, publicUrl } = await wordsForAccount(trx, account.uid, installation, language);
  const mail = {
    subject: t('mailAllowChange.subject', { product }),
    paragraphs: [t('mailAllowChange.text', { product, newEmail: isolated(newEmail, t) })],
    action: { label: t('mailAllowChange.action'), url: publicUrl + emailVerificationPath(token) },
    footnote: t('mailAllowChange.footnote'),
  };
  await sendMail(trx, { ...account, purpose: 'allow-new-address' }, mail, t, installation);
}

/** Asks the new address to confirm the change. `account.email` is the new address. */
export const mailChangeToNewAddress: LinkMail = async (trx, { uid, email }, { token, language }, installation) => {
  const { t, product, publicUrl } = await wordsForAccount(trx, uid, installation, language);
  const mail = {
    subject: t('mailConfirmChange.subject', { product }),
    paragraphs: [t('mailConfirmChange.text', { product })],
    action: { label: t('mailConfirmChange.action'), url: publicUrl + emailVerificationPath(token) },
    footnote: t('mailConfirmChange.footnote', { site: publicUrl }),
  };
  await sendMail(trx, { purpose: 'verify-new-address', uid, email }, mail, t, installation);
};

/** Tells an owner that another account wanted their address. The page itself does not reveal the account. */
export async function mailAddressTaken(trx: Executor, account: Account, installation: Installation): Promise<void> {
  const { uid, email } = account;
  const { t, product, publicUrl } = await wordsForAccount(trx, uid, installation);
  const mail = {
    subject: t('mailAddressTaken.subject', { product }),
    paragraphs: [t('mailAddressTaken.text', { product })],
    action: { label: t('mail.signIn'), url: publicUrl + signInPath() },
    footnote: t('mail.ifNotYouNobodyGotIn'),
  };
  await sendMail(trx, { purpose: 'address-taken', uid, email }, mail, t, installation);
}

/** Tells an owner that somebody, mostly themselves, signed up with their address. The page itself does not reveal the account. */
export async function mailSignUpRepeated(
  trx: Executor,
  account: Account,
  language: string,
  installation: Installation,
): Promise<void> {
  const { t, product, publicUrl } = await wordsForAccount(trx, account.uid, installation, language);
  const mail = {
    subject: t('mailSignUpRepeated.subject', { product }),
    paragraphs: [t('mailSignUpRepeated.text', { product })],
    action: { label: t('mail.signIn'), url: publicUrl + signInPath() },
    footnote: t('mail.ifNotYouNobodyGotIn'),
  };
  await sendMail(trx, { ...account, purpose: 'sign-up-repeated' }, mail, t, installation);
}

/** Mails that the account will be deleted, with the link to undo it. */
export async function mailDeletionAsked(
  trx: Executor,
  { uid, email, displayName: name }: { uid: string; displayName: string; email: string },
  { token, language, pauseDays: days, byOperator }: Link & { pauseDays: number; byOperator?: true | undefined },
  installation: Installation,
): Promise<void> {
  const { t, product, publicUrl } = await wordsForAccount(trx, uid, installation, language);
  const mail = {
    subject: t('mailDeletion.subject', { product, days }),
    paragraphs: [t(byOperator ? 'mailDeletion.textByOperator' : 'mailDeletion.text', { product, days })],
    action: { label: t('mailDeletion.action'), url: publicUrl + keepAccountPath(token) },
    footnote: t(byOperator ? 'mailDeletion.footnoteByOperator' : 'mailDeletion.footnote'),
  };
  await sendMail(trx, { purpose: 'deletion-asked', uid, email, name }, mail, t, installation);
}
