import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { readBrand } from '../settings/brand.ts';
import { isolated, wordsForMail } from './mail-language.ts';
import { sendMail } from './send-mail.ts';

type Answered = { email: string; uid: string | null; language: string | null; quoted: string; answer: string };

/** Mails what an administrator answers to what somebody told the operator, and quotes it. */
export async function mailAnswer(
  trx: Executor,
  { email, uid, language, quoted, answer }: Answered,
  installation: Installation,
): Promise<void> {
  const { publicUrl: site } = installation;
  const { productName: product, contactEmail } = await readBrand(trx, installation);
  const t = wordsForMail(language, installation);
  const quote = quoted && `${t('mailAnswer.quote')}\n${isolated(quoted, t)}`;
  const mail = {
    subject: t('mailAnswer.subject', { product }),
    paragraphs: [isolated(answer, t), quote].filter(Boolean),
    footnote: t('mailAnswer.footnote', { site, email: contactEmail }),
  };
  await sendMail(trx, { purpose: 'answer', uid, email }, mail, t, installation);
}
