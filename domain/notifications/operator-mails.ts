import { z } from 'zod';
import type { Translations } from '../../language/create-translations.ts';
import { adminHealthPath, adminReportsPath, adminShopPath, staticPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { LastBackups } from '../backups/backups.ts';
import type { ContactRequest } from '../contact/contract/schema.ts';
import type { ConversationReport } from '../messages/contract/report.ts';
import type { ReportReason } from '../reports/contract/schema.ts';
import { readBrand } from '../settings/brand.ts';
import { mail } from './mail.ts';
import { isolated, translationsForMail, withoutLinks } from './mail-language.ts';
import { toAdministrators, toOperator, toTyped, toUnconfirmed } from './recipients.ts';

type Contact = ContactRequest & { language: string };
type Bank = { holder: string; iban: string; bic: string };
type TagReport = { code: string; reason: ReportReason; text: string };
type Answer = { email: string; uid: string | null; language: string | null; quoted: string; answer: string };

/** Mails to whoever runs the product, and their answers. */
export const operatorMails = {
  /** What somebody wrote on the contact page. */
  contacted: mail('contact', toContactAddress, ({ says, t, product, site }, sent: Contact) => {
    const { topic, email, language } = sent;
    const name = sent.name ? isolated(sent.name, t) : email;
    return says('mailContact', {
      subject: t('mailContact.subject', { product, topic: t(`contactPage.topic-${topic}`) }),
      paragraphs: [t('mailContact.from', { name, email, language }), sent.text],
      link: `mailto:${encodeURIComponent(email)}`,
      page: site + staticPath('contact'),
    });
  }),
  /** To the sender, in words of ours alone: anybody may have typed the address. */
  contactCame: mail('contact-came', toTyped, ({ says }) => says('mailContactCame', {})),
  answered: mail('answer', toAsker, async ({ says, t, trx, services }, { quoted, answer }: Answer) => {
    const { contactEmail: email } = await readBrand(trx, services);
    const quote = quoted && `${t('mailAnswer.quote')}\n${isolated(quoted, t)}`;
    return says('mailAnswer', { paragraphs: [isolated(answer, t), quote].filter(Boolean), email });
  }),
  tagReported: mail('tag-report', toOperator, ({ says, t }, report: TagReport) => {
    const code = report.code.toUpperCase();
    const words = report.text && `${t('mailTagReport.words')}\n${isolated(report.text, t)}`;
    const text = t('mailTagReport.text', { code, reason: t(`mailTagReport.${report.reason}`) });
    return says('mailTagReport', { code, paragraphs: [text, words].filter(Boolean) });
  }),
  /** Nothing of what strangers wrote. */
  conversationReported: mail('report', toOperator, ({ says, t }, { reason }: Pick<ConversationReport, 'reason'>) =>
    says('mailReport', { reason: t(`report.reason-${reason}`), link: adminReportsPath('report') }),
  ),
  /** Buyers pay to another bank account. Without limits: it takes a fresh second factor. */
  bankChanged: mail(
    'bank-changed',
    toAdministrators,
    async (letter, about: { by: { uid: string }; before: Bank; after: Bank }) => {
      const { says, t, trx } = letter;
      const { by, before, after } = about;
      const who = await trx
        .selectFrom('authUsers')
        .select(['name', 'email'])
        .where('id', '=', by.uid)
        .executeTakeFirst();
      const name = who ? isolated(`${who.name} (${who.email})`, t) : by.uid;
      const time = t.date(new Date(), { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });
      return says('mailBank', {
        paragraphs: [
          t('mailBank.text', { name, time }),
          `${t('mailBank.before')}\n${inLines(before, t)}`,
          `${t('mailBank.after')}\n${inLines(after, t)}`,
        ],
        link: adminShopPath(),
      });
    },
  ),
  /** There is no good backup of the last days. */
  backupMissed: mail('backup', toOperator, ({ says, t, site }, { succeededAt, failure }: LastBackups) =>
    says('mailBackup', {
      subject: t('mailBackup.subject', { site: new URL(site).host }),
      paragraphs: [
        succeededAt
          ? t('mailBackup.lastOne', { day: t.date(succeededAt, { dateStyle: 'long' }) })
          : t('mailBackup.none'),
        failure
          ? t('mailBackup.failure', { error: failure.error ?? t('mailBackup.brokenOff') })
          : t('mailBackup.notEnded'),
      ],
      link: adminHealthPath(),
    }),
  ),
  /** The secret is not the one that the database was used with. */
  secretReplaced: mail('secret', toOperator, ({ says, t, site }) =>
    says('mailSecret', {
      subject: t('mailSecret.subject', { site: new URL(site).host }),
      paragraphs: [t('mailSecret.text'), t('mailSecret.advice', { command: 'npm run restore -- --secret FILE' })],
      link: adminHealthPath(),
      label: t('mailBackup.action'),
      footnote: t('mailBackup.footnote', { site }),
    }),
  ),
  /** To see whether mail arrives. */
  testWanted: mail('test', toUnconfirmed, ({ says }) => says('mailTest', {})),
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

function inLines({ holder, iban, bic }: Bank, t: Translations): string {
  const lines = [isolated(withoutLinks(holder), t), iban.replaceAll(/.{4}(?=.)/g, '$& '), bic];
  return lines.filter(Boolean).join('\n') || t('mailBank.none');
}
