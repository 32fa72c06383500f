import { z } from 'zod';
import { adminReportsPath, staticPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { ContactRequest } from '../contact/contract/schema.ts';
import type { TagReportReason } from '../items/contract/tag-actions.ts';
import { mail } from '../mails/mail.ts';
import { isolated, translationsForMail } from '../mails/mail-language.ts';
import { toFinder, toOperator } from '../mails/recipients.ts';
import type { ConversationReport } from '../messages/contract/report.ts';
import { readBrand } from '../settings/brand.ts';

type Contact = ContactRequest & { language: string };
type TagReport = { code: string; reason: TagReportReason; text: string };
type Answer = { email: string; uid: string | null; language: string | null; quoted: string; answer: string };

export const reportMails = {
  contacted: mail('contact', toContactAddress, ({ says, t, product, site }, sent: Contact) => {
    const { topic, email, language } = sent;
    const name = sent.name ? isolated(sent.name, t) : email;
    return says('mailContact', {
      subject: t('mailContact.subject', { product, topic: t(`contactPage.topic-${topic}`) }),
      paragraphs: [t('mailContact.from', { name, email, language }), { words: sent.text }],
      link: `mailto:${encodeURIComponent(email)}`,
      page: site + staticPath('contact'),
    });
  }),
  /** To the sender, in words of ours alone: anybody may have typed the address. */
  contactCame: mail('contact-came', toFinder, ({ says }) => says('mailContactCame', {})),
  answered: mail('answer', toAsker, async ({ says, t, trx, services }, { quoted, answer }: Answer) => {
    const { contactEmail: email } = await readBrand(trx, services);
    const quote = quoted ? [t('mailAnswer.quote'), { words: isolated(quoted, t) }] : [];
    return says('mailAnswer', { paragraphs: [isolated(answer, t), ...quote], email });
  }),
  tagReported: mail('tag-report', toOperator, ({ says, t }, report: TagReport) => {
    const code = report.code.toUpperCase();
    const words = report.text ? [t('mailTagReport.words'), { words: isolated(report.text, t) }] : [];
    const text = t('mailTagReport.text', { code, reason: t(`mailTagReport.${report.reason}`) });
    return says('mailTagReport', { code, paragraphs: [text, ...words] });
  }),
  /** Nothing of what strangers wrote. */
  conversationReported: mail('report', toOperator, ({ says, t }, { reason }: Pick<ConversationReport, 'reason'>) =>
    says('mailReport', { reason: t(`report.reason-${reason}`), link: adminReportsPath('report') }),
  ),
};

async function toContactAddress(trx: Executor, sent: Contact, services: Services) {
  const { contactEmail } = await readBrand(trx, services);
  const { data: email } = z.email({ pattern: z.regexes.html5Email }).safeParse(contactEmail);
  if (email) return { uid: null, email, replyTo: sent.email, t: translationsForMail(null, services) };
  services.log.warn('nobody is mailed of contact requests: there is no contact address');
  return undefined;
}

async function toAsker(_: Executor, { email, uid, language }: Answer, services: Services) {
  return { uid, email, t: translationsForMail(language, services) };
}
