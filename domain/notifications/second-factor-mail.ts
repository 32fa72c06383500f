import { profilePath } from '../../paths/paths.ts';
import type { Account } from '../../server/auth/auth.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { wordsForAccount } from './mail-language.ts';
import { ifNotYou } from './security-mails.ts';
import { sendMail } from './send-mail.ts';

export type SecondFactorNews =
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'passkeysRemoved'
  | 'appAdded'
  | 'appRemoved'
  | 'codesMade'
  | 'codeUsed'
  | 'reset';

/** A security notice, without limits: its cause takes the password, a code, or the operator. */
export async function mailSecondFactor(
  trx: Executor,
  account: Account,
  { news, language }: { news: SecondFactorNews; language: string | null },
  installation: Installation,
): Promise<void> {
  const { t, product, publicUrl } = await wordsForAccount(trx, account.uid, installation, language);
  const mail = {
    subject: t('mailSecondFactor.subject', { product }),
    paragraphs: [t('mailSecondFactor.text', { product, news })],
    action: { label: t('mailSecondFactor.action'), url: publicUrl + profilePath() },
    footnote: await ifNotYou(trx, account.uid, t, installation),
  };
  await sendMail(trx, { ...account, purpose: 'second-factor' }, mail, t, installation);
}
