import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import type { ReportReason } from '../reports/contract/schema.ts';
import { isolated, wordsForAddress } from './mail-language.ts';
import { sendMail } from './send-mail.ts';

type Report = { code: string; reason: ReportReason; text: string };

/** Mails a report to the operator, if `ADMIN_EMAIL` is set; at most 50 a day, the others are only in the list. */
export async function mailTagReport(trx: Executor, report: Report, installation: Installation): Promise<void> {
  const { adminEmail: email, limits, publicUrl: site } = installation;
  if (!email || !(await limits.take('report-mails-day', 'operator')).allowed) return;
  const t = await wordsForAddress(trx, email, installation);
  const code = report.code.toUpperCase();
  const words = report.text && `${t('mailTagReport.words')}\n${isolated(report.text, t)}`;
  const mail = {
    subject: t('mailTagReport.subject', { code }),
    paragraphs: [t('mailTagReport.text', { code, reason: t(`mailTagReport.${report.reason}`) }), words].filter(Boolean),
    footnote: t('mailTagReport.footnote', { site }),
  };
  await sendMail(trx, { purpose: 'tag-report', uid: null, email }, mail, t, installation);
}
