import type { Account } from '../../server/auth/auth.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { queueMail } from '../../server/mail/outbox.ts';
import { readBrand } from '../settings/brand.ts';
import { type MailWords, mailBody } from './mail-body.tsx';

/** Mails the link that verifies the address (C-7.01, C-7.07); the link opens a page that asks before it uses the token up. */
export async function mailVerificationLink(account: Account, token: string, installation: Installation): Promise<void> {
  const { productName } = await readBrand(installation);
  await send(account, installation, 'verify-email', `Confirm your address for ${productName}`, {
    paragraphs: [
      `Hello ${account.name},`,
      `one step and your ${productName} account is ready. The link works for a day.`,
    ],
    action: { label: 'Confirm my address', url: link(installation, '/auth/emailverification', token) },
    footnote: `Somebody signed up at ${installation.publicUrl} with this address. If it was not you, do nothing: without this link the account cannot be used.`,
  });
}

/** Mails the one-time link to set a new password (C-7.04). */
export async function mailResetLink(account: Account, token: string, installation: Installation): Promise<void> {
  const { productName } = await readBrand(installation);
  await send(account, installation, 'reset-password', `Set a new password for ${productName}`, {
    paragraphs: [`Hello ${account.name},`, 'here is the link to set a new password. It works once, for one hour.'],
    action: { label: 'Set a new password', url: resetLink(installation, token) },
    footnote: 'If you did not ask for it, do nothing: your password stays as it is.',
  });
}

/** The same for an account whose address was never confirmed: the link confirms it too. */
export async function mailFirstPasswordLink(
  account: Account,
  token: string,
  installation: Installation,
): Promise<void> {
  const { productName } = await readBrand(installation);
  await send(account, installation, 'reset-password', `Set your password for ${productName}`, {
    paragraphs: [
      `Hello ${account.name},`,
      `your ${productName} account waits for its address to be confirmed. Set a password with this link, and the account is ready: earlier passwords count no longer. The link works once, for one hour.`,
    ],
    action: { label: 'Set my password', url: resetLink(installation, token) },
    footnote: `Somebody signed up again at ${installation.publicUrl} with this address, or asked for a new password. If it was not you, do nothing: without this mailbox the account cannot be used.`,
  });
}

/** The page on which the token sets a new password. */
export function resetLink(installation: Installation, token: string): string {
  return link(installation, '/auth/reset', token);
}

/** Mails the old address, which must allow that the account moves to a new one. */
export async function mailChangeToOldAddress(
  account: Account,
  newEmail: string,
  token: string,
  installation: Installation,
): Promise<void> {
  const { productName } = await readBrand(installation);
  await send(account, installation, 'allow-new-address', `Allow a new address for ${productName}?`, {
    paragraphs: [
      `Hello ${account.name},`,
      `your ${productName} account is to move to the address ${newEmail}. If that is right, allow it; then we send a link to the new address. It works for a day.`,
    ],
    action: { label: 'Allow the change', url: link(installation, '/auth/emailverification', token) },
    footnote: 'If you did not ask for it, do nothing, and set a new password: somebody was signed in as you.',
  });
}

/** Mails the new address, which must confirm that it is the account owner's. */
export async function mailChangeToNewAddress(
  account: Account,
  token: string,
  installation: Installation,
): Promise<void> {
  const { productName } = await readBrand(installation);
  await send(account, installation, 'verify-new-address', `Confirm your new address for ${productName}`, {
    paragraphs: [
      `Hello ${account.name},`,
      `confirm this address, and your ${productName} account moves to it. The link works for a day.`,
    ],
    action: { label: 'Confirm my new address', url: link(installation, '/auth/emailverification', token) },
    footnote: `Somebody with an account at ${installation.publicUrl} wants to move it to this address. If it was not you, do nothing.`,
  });
}

/** Tells the old address that the account has moved. Runs in the transaction that writes the new one. */
export async function mailAccountMoved(
  trx: Executor,
  account: Account,
  oldEmail: string,
  { publicUrl }: Installation,
): Promise<void> {
  const { productName } = await readBrand({ db: trx });
  await queueMail(trx, {
    purpose: 'account-moved',
    uid: account.uid,
    to: { name: account.name, address: oldEmail },
    subject: `Your ${productName} account has a new address`,
    ...mailBody({
      paragraphs: [
        `Hello ${account.name},`,
        `your ${productName} account has moved to the address ${account.email}, as was allowed at this one. You sign in with the new address from now on, and mails go there. Links to set a new password that came here work no longer.`,
      ],
      action: { label: 'Sign in', url: `${publicUrl}/signin` },
      footnote: `If you did not want this, write to us: ${publicUrl}/contact`,
    }),
  });
}

/** Tells that the account is about to be deleted, with the link that undoes it. Runs in the transaction that notes it. */
export async function mailDeletionAsked(
  trx: Executor,
  user: { uid: string; displayName: string; email: string },
  { token, pauseDays }: { token: string; pauseDays: number },
  installation: Installation,
): Promise<void> {
  const { productName } = await readBrand({ db: trx });
  await queueMail(trx, {
    purpose: 'deletion-asked',
    uid: user.uid,
    to: { name: user.displayName, address: user.email },
    subject: `Your ${productName} account will be deleted in ${pauseDays} days`,
    ...mailBody({
      paragraphs: [
        `Hello ${user.displayName},`,
        `your account at ${productName} will be deleted in ${pauseDays} days, with your items and your messages; your tags will say that they are retired. Until then everything works as always.`,
      ],
      action: { label: 'Keep my account', url: link(installation, '/auth/keep-account', token) },
      footnote: 'You asked for this in your profile. If it was not you, keep the account and set a new password.',
    }),
  });
}

/** Tells the owner of an address that somebody signed up with it again: the page itself never says that an account exists. */
export async function mailSignUpRepeated(account: Account, installation: Installation): Promise<void> {
  const { productName } = await readBrand(installation);
  await send(account, installation, 'sign-up-repeated', `You already have a ${productName} account`, {
    paragraphs: [
      `Hello ${account.name},`,
      `somebody, perhaps you, just tried to sign up at ${productName} with this address. You already have an account: sign in as always, or set a new password if you forgot yours.`,
    ],
    action: { label: 'Sign in', url: `${installation.publicUrl}/signin` },
    footnote: 'If it was not you, do nothing: nobody got in.',
  });
}

function link(installation: Installation, path: string, token: string): string {
  return `${installation.publicUrl}${path}?token=${encodeURIComponent(token)}`;
}

async function send(account: Account, installation: Installation, purpose: string, subject: string, words: MailWords) {
  const to = { name: account.name, address: account.email };
  await queueMail(installation.db, { purpose, uid: account.uid, to, subject, ...mailBody(words) });
  installation.events.publish({ kind: 'mail' });
}
