import { adminReportsPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Installation } from '../../server/installation.ts';
import type { ConversationReport } from '../messages/contract/report.ts';
import { readBrand } from '../settings/brand.ts';
import { wordsForAddress } from './mail-language.ts';
import { sendMail } from './send-mail.ts';

type Reported = Pick<ConversationReport, 'reason'>;

/** Tells the operator, if their address is known (ADMIN_EMAIL), that something was reported; nothing of what strangers wrote. */
export async function mailReport(
  trx: Executor,
  publish: Publish,
  { reason }: Reported,
  installation: Pick<Installation, 'adminEmail' | 'brand' | 'publicUrl' | 'settings'>,
): Promise<void> {
  const { adminEmail, publicUrl: site } = installation;
  if (!adminEmail) return;
  const { productName: product } = await readBrand(trx, installation);
  const t = await wordsForAddress(trx, adminEmail, installation);
  const mail = {
    subject: t('mailReport.subject', { product }),
    paragraphs: [t('mailReport.text', { reason: t(`report.reason-${reason}`) })],
    action: { label: t('mailReport.action'), url: site + adminReportsPath('report') },
    footnote: t('mailReport.footnote', { site }),
  };
  await sendMail(trx, { purpose: 'report', uid: null, email: adminEmail }, mail, t, installation);
  publish({ kind: 'mail' });
}
