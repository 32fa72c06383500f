import { emailVerificationPath, keepAccountPath, resetPath, signInPath } from '../../paths/paths.ts';
import type { Account } from '../../server/auth/auth.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { queueMail } from '../../server/mail/mail-queue.ts';
import { unconfirmedDays } from '../accounts/unconfirmed-accounts.ts';
import { readBrand } from '../settings/brand.ts';
import { type MailWords, mailBody } from './mail-body.tsx';

/** A mail with an account link. To an unconfirmed address it omits the name: anybody may have chosen it. */
type LinkMail = (trx: Executor, account: Account, token: string, installation: Installation) => Promise<void>;

/** Mails the link to confirm the address (C-7.01, C-7.07). Its page asks before it uses the token. */
export const mailConfirmation: LinkMail = async (trx, { uid, email }, token, installation) => {
  const { productName } = await readBrand({ db: trx });
  await send(trx, { purpose: 'verify-email', uid, email }, `Confirm your address for ${productName}`, {
    paragraphs: [
      'Hello,',
      `one step and your ${productName} account is ready. Open the link on the device where you signed up; on another one we ask for the password that you chose. The link works for a day.`,
    ],
    action: { label: 'Confirm my address', url: `${installation.publicUrl}${emailVerificationPath(token)}` },
    footnote: `Somebody signed up at ${installation.publicUrl} with this address. If it was not you, do nothing: without you the account cannot be used, and after ${unconfirmedDays} days it is deleted.`,
  });
};

export const mailResetLink: LinkMail = async (trx, account, token, installation) => {
  const { productName } = await readBrand({ db: trx });
  await send(trx, { ...account, purpose: 'reset-password' }, `Set a new password for ${productName}`, {
    paragraphs: [`Hello ${account.name},`, 'here is the link to set a new password. It works once, for one hour.'],
    action: { label: 'Set a new password', url: resetLink(installation, token) },
    footnote: 'If you did not ask for it, do nothing: your password stays as it is.',
  });
};

/** The same for an unconfirmed address, which the link confirms too. */
export const mailFirstPasswordLink: LinkMail = async (trx, { uid, email }, token, installation) => {
  const { productName } = await readBrand({ db: trx });
  await send(trx, { purpose: 'reset-password', uid, email }, `Set your password for ${productName}`, {
    paragraphs: [
      'Hello,',
      `your ${productName} account waits for its address to be confirmed. Set a password with this link, and the account is ready: earlier passwords count no longer. The link works once, for one hour.`,
    ],
    action: { label: 'Set my password', url: resetLink(installation, token) },
    footnote: `Somebody signed up at ${installation.publicUrl} with this address, or asked for a new link or password. If it was not you, do nothing: without this mailbox the account cannot be used.`,
  });
};

export function resetLink(installation: Installation, token: string): string {
  return `${installation.publicUrl}${resetPath(token)}`;
}

export async function mailChangeToOldAddress(
  trx: Executor,
  account: Account,
  newEmail: string,
  token: string,
  installation: Installation,
): Promise<void> {
  const { productName } = await readBrand({ db: trx });
  await send(trx, { ...account, purpose: 'allow-new-address' }, `Allow a new address for ${productName}?`, {
    paragraphs: [
      `Hello ${account.name},`,
      `your ${productName} account is to move to the address ${newEmail}. If that is right, allow it; then we send a link to the new address. It works for a day.`,
    ],
    action: { label: 'Allow the change', url: `${installation.publicUrl}${emailVerificationPath(token)}` },
    footnote: 'If you did not ask for it, do nothing, and set a new password: somebody was signed in as you.',
  });
}

/** Asks the new address to confirm the change. `account.email` is the new address. */
export const mailChangeToNewAddress: LinkMail = async (trx, { uid, email }, token, installation) => {
  const { productName } = await readBrand({ db: trx });
  await send(trx, { purpose: 'verify-new-address', uid, email }, `Confirm your new address for ${productName}`, {
    paragraphs: [
      'Hello,',
      `confirm this address, and your ${productName} account moves to it. The link works once, for a day, where you are signed in.`,
    ],
    action: { label: 'Confirm my new address', url: `${installation.publicUrl}${emailVerificationPath(token)}` },
    footnote: `Somebody with an account at ${installation.publicUrl} wants to move it to this address. If it was not you, do nothing.`,
  });
};

/** Tells an owner that another account wanted their address. The page itself does not reveal the account. */
export async function mailAddressTaken(trx: Executor, account: Account, installation: Installation): Promise<void> {
  const { productName } = await readBrand({ db: trx });
  const { uid, email } = account;
  await send(trx, { purpose: 'address-taken', uid, email }, `This address already has a ${productName} account`, {
    paragraphs: [
      'Hello,',
      `somebody, perhaps you, wanted to move another ${productName} account to this address. It already has one, so nothing was changed.`,
    ],
    action: { label: 'Sign in', url: `${installation.publicUrl}${signInPath()}` },
    footnote: 'If it was not you, do nothing: nobody got in.',
  });
}

/** Tells an owner that somebody signed up with their address. The page itself does not reveal the account. */
export async function mailSignUpRepeated(trx: Executor, account: Account, installation: Installation): Promise<void> {
  const { productName } = await readBrand({ db: trx });
  await send(trx, { ...account, purpose: 'sign-up-repeated' }, `You already have a ${productName} account`, {
    paragraphs: [
      `Hello ${account.name},`,
      `somebody, perhaps you, just tried to sign up at ${productName} with this address. You already have an account: sign in as always, or set a new password if you forgot yours.`,
    ],
    action: { label: 'Sign in', url: `${installation.publicUrl}${signInPath()}` },
    footnote: 'If it was not you, do nothing: nobody got in.',
  });
}

/** Mails that the account will be deleted, with the link to undo it. */
export async function mailDeletionAsked(
  trx: Executor,
  user: { uid: string; displayName: string; email: string },
  { token, pauseDays }: { token: string; pauseDays: number },
  installation: Installation,
): Promise<void> {
  const { productName } = await readBrand({ db: trx });
  const { uid, email, displayName: name } = user;
  const subject = `Your ${productName} account will be deleted in ${pauseDays} days`;
  await send(trx, { purpose: 'deletion-asked', uid, email, name }, subject, {
    paragraphs: [
      `Hello ${name},`,
      `your account at ${productName} will be deleted in ${pauseDays} days, with your items and your messages; your tags will say that they are retired. Until then everything works as always.`,
    ],
    action: { label: 'Keep my account', url: `${installation.publicUrl}${keepAccountPath(token)}` },
    footnote: 'You asked for this in your profile. If it was not you, keep the account and set a new password.',
  });
}

type Recipient = { purpose: string; uid: string; email: string /** Only of a confirmed address. */; name?: string };

async function send(trx: Executor, to: Recipient, subject: string, words: MailWords): Promise<void> {
  const { purpose, uid, email, name = '' } = to;
  await queueMail(trx, { purpose, uid, to: { name, address: email }, subject, ...mailBody(words) });
}
