import type { Account } from '../../server/auth/auth.ts';
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
    action: { label: 'Set a new password', url: link(installation, '/auth/reset', token) },
    footnote: 'If you did not ask for it, do nothing: your password stays as it is.',
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
  await queueMail(installation.db, { purpose, to, subject, ...mailBody(words) });
  installation.events.publish({ kind: 'mail' });
}
