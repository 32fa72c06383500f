import type { Words } from '../../language/words.ts';
import { profilePath, resetPath, signInPath, staticPath } from '../../paths/paths.ts';
import type { Account } from '../../server/auth/auth.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { isAdministrator } from '../accounts/account-rows.ts';
import { deviceInWords } from '../accounts/contract/device-words.ts';
import { isolated, wordsForAccount } from './mail-language.ts';
import { sendMail } from './send-mail.ts';

/** Security notices have no limits: all need the password or a mailed link. */

export async function mailPasswordChanged(
  trx: Executor,
  account: Account,
  { language, passkeysRemoved = 0 }: { language: string; passkeysRemoved?: number },
  installation: Installation,
): Promise<void> {
  const { t, product, publicUrl } = await wordsForAccount(trx, account.uid, installation, language);
  const removed = passkeysRemoved > 0 ? [t('mailPasswordChanged.passkeys', { count: passkeysRemoved })] : [];
  const mail = {
    subject: t('mailPasswordChanged.subject', { product }),
    paragraphs: [t('mailPasswordChanged.text', { product }), ...removed],
    action: { label: t('mail.setPassword'), url: publicUrl + resetPath() },
    footnote: await ifNotYou(trx, account.uid, t, installation),
  };
  await sendMail(trx, { ...account, purpose: 'password-changed' }, mail, t, installation);
}

/** Not in the language of the request: whoever signed in might choose one that the owner cannot read. */
export async function mailNewDevice(
  trx: Executor,
  uid: string,
  deviceName: string,
  installation: Installation,
): Promise<void> {
  const account = await readAccount(trx, uid);
  const { t, product, publicUrl } = await wordsForAccount(trx, uid, installation);
  const mail = {
    subject: t('mailNewDevice.subject', { product }),
    paragraphs: [t('mailNewDevice.text', { product, device: deviceInWords(deviceName, t) })],
    action: { label: t('mailNewDevice.action'), url: publicUrl + profilePath() },
    footnote: await ifNotYou(trx, uid, t, installation),
  };
  await sendMail(trx, { ...account, purpose: 'new-device' }, mail, t, installation);
}

/** What to do when it was somebody else. A reset leaves an administrator's factors alone (decision 037). */
export async function ifNotYou(
  trx: Executor,
  uid: string,
  t: Words,
  { publicUrl }: Pick<Installation, 'publicUrl'>,
): Promise<string> {
  const isAdmin = await isAdministrator(uid, trx);
  return t(isAdmin ? 'mail.ifNotYouAdministrator' : 'mail.ifNotYou', { link: publicUrl + resetPath() });
}

/** To whom the mails about an account go. */
export function readAccount(trx: Executor, uid: string) {
  return trx
    .selectFrom('authUsers')
    .select(['id as uid', 'email', 'name'])
    .where('id', '=', uid)
    .executeTakeFirstOrThrow();
}

export async function mailAccountMoved(
  trx: Executor,
  account: Account,
  { oldEmail, language }: { oldEmail: string; language: string | null },
  installation: Installation,
): Promise<void> {
  const { uid, name } = account;
  const { t, product, publicUrl } = await wordsForAccount(trx, uid, installation, language);
  const mail = {
    subject: t('mailAccountMoved.subject', { product }),
    paragraphs: [t('mailAccountMoved.text', { product, email: isolated(account.email, t) })],
    action: { label: t('mail.signIn'), url: publicUrl + signInPath() },
    footnote: t('mailAccountMoved.footnote', { link: publicUrl + staticPath('contact') }),
  };
  await sendMail(trx, { purpose: 'account-moved', uid, email: oldEmail, name }, mail, t, installation);
}
