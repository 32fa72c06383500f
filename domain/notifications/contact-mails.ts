import { z } from 'zod';
import { staticPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { takeMail } from '../accounts/mail-allowance.ts';
import type { ContactRequest } from '../contact/contract/schema.ts';
import { readBrand } from '../settings/brand.ts';
import { isolated, wordsForMail } from './mail-language.ts';
import { sendMail } from './send-mail.ts';

type Sent = ContactRequest & { language: string };

/** Mails what somebody wrote on the contact page to the operator, when the operator's address is one. */
export async function mailOperator(trx: Executor, sent: Sent, installation: Installation): Promise<void> {
  const { productName: product, contactEmail } = await readBrand(trx, installation);
  const { data: email } = z.email({ pattern: z.regexes.html5Email }).safeParse(contactEmail);
  if (!email) return installation.log.warn('nobody is mailed of contact requests: there is no contact address');
  const t = wordsForMail(null, installation);
  const from = sent.name ? isolated(sent.name, t) : sent.email;
  const mail = {
    subject: t('mailContact.subject', { product, topic: t(`contactPage.topic-${sent.topic}`) }),
    paragraphs: [t('mailContact.from', { name: from, email: sent.email, language: sent.language }), sent.text],
    action: { label: t('mailContact.action'), url: `mailto:${encodeURIComponent(sent.email)}` },
    footnote: t('mailContact.footnote', { page: installation.publicUrl + staticPath('contact') }),
  };
  await sendMail(trx, { purpose: 'contact', uid: null, email, replyTo: sent.email }, mail, t, installation);
}

/** Tells the sender that it came: in words of ours alone, because anybody may have typed the address. */
export async function confirmContact({ email, language }: Sent, installation: Installation): Promise<void> {
  if (!(await takeMail('contact', email, installation)).allowed) return;
  await installation.events.transaction(async (trx, publish) => {
    const { productName: product } = await readBrand(trx, installation);
    const t = wordsForMail(language, installation);
    const mail = {
      subject: t('mailContactCame.subject', { product }),
      paragraphs: [t('mailContactCame.text', { product })],
      footnote: t('mailContactCame.footnote', { site: installation.publicUrl }),
    };
    await sendMail(trx, { purpose: 'contact-came', uid: null, email }, mail, t, installation);
    publish({ kind: 'mail' });
  });
}
