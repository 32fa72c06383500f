import { profilePath, resetPath, signInPath, staticPath } from '../../paths/paths.ts';
import type { Account } from '../../server/auth/auth.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { queueMail } from '../../server/mail/mail-queue.ts';
import { readBrand } from '../settings/brand.ts';
import { mailBody } from './mail-body.tsx';

/** Security notices have no limits: all need the password or a mailed link. */

export async function mailPasswordChanged(trx: Executor, account: Account, installation: Installation): Promise<void> {
  const { productName } = await readBrand({ db: trx });
  await notify(trx, account, account.email, {
    purpose: 'password-changed',
    subject: `Your ${productName} password was changed`,
    text: `the password of your ${productName} account was changed just now. The account is signed out on all other devices.`,
    action: { label: 'Set a new password', url: `${installation.publicUrl}${resetPath()}` },
    footnote: 'If it was you, there is nothing to do. If not, set a new password with this link.',
  });
}

export async function mailNewDevice(
  trx: Executor,
  uid: string,
  device: string,
  installation: Installation,
): Promise<void> {
  const { productName } = await readBrand({ db: trx });
  const account = await trx
    .selectFrom('authUsers')
    .select(['id as uid', 'email', 'name'])
    .where('id', '=', uid)
    .executeTakeFirstOrThrow();
  await notify(trx, account, account.email, {
    purpose: 'new-device',
    subject: `New sign-in to your ${productName} account`,
    text: `somebody signed in to your ${productName} account with a device that is new to it: ${device}.`,
    action: { label: 'See where I am signed in', url: `${installation.publicUrl}${profilePath()}` },
    footnote: `If it was you, there is nothing to do. If not, set a new password: ${installation.publicUrl}${resetPath()}`,
  });
}

export async function mailAccountMoved(
  trx: Executor,
  account: Account,
  oldEmail: string,
  { publicUrl }: Installation,
): Promise<void> {
  const { productName } = await readBrand({ db: trx });
  await notify(trx, account, oldEmail, {
    purpose: 'account-moved',
    subject: `Your ${productName} account has a new address`,
    text: `your ${productName} account has moved to the address ${account.email}, as was allowed at this one. You sign in with the new address from now on, and mails go there. Links to set a new password that came here work no longer.`,
    action: { label: 'Sign in', url: `${publicUrl}${signInPath()}` },
    footnote: `If you did not want this, write to us: ${publicUrl}${staticPath('contact')}`,
  });
}

type Notice = {
  purpose: string;
  subject: string;
  text: string;
  action: { label: string; url: string };
  footnote: string;
};

async function notify(
  trx: Executor,
  { uid, name }: Pick<Account, 'uid' | 'name'>,
  address: string,
  { purpose, subject, text, action, footnote }: Notice,
): Promise<void> {
  const body = mailBody({ paragraphs: [`Hello ${name},`, text], action, footnote });
  await queueMail(trx, { purpose, uid, to: { name, address }, subject, ...body });
}
