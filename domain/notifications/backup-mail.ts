import { adminHealthPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Installation } from '../../server/installation.ts';
import type { LastBackups } from '../backups/backups.ts';
import { wordsForAddress } from './mail-language.ts';
import { sendMail } from './send-mail.ts';

/** Tells the operator, if their address is known (ADMIN_EMAIL), that there is no good backup of the last days. */
export async function mailBackupProblem(
  trx: Executor,
  publish: Publish,
  { succeededAt, failure }: LastBackups,
  installation: Pick<Installation, 'adminEmail' | 'brand' | 'publicUrl' | 'settings'>,
): Promise<void> {
  const { adminEmail: email, publicUrl: site } = installation;
  if (!email) return;
  const t = await wordsForAddress(trx, email, installation);
  const mail = {
    subject: t('mailBackup.subject', { site: new URL(site).host }),
    paragraphs: [
      succeededAt ? t('mailBackup.lastOne', { day: t.date(succeededAt, { dateStyle: 'long' }) }) : t('mailBackup.none'),
      failure
        ? t('mailBackup.failure', { error: failure.error ?? t('mailBackup.brokenOff') })
        : t('mailBackup.notEnded'),
    ],
    action: { label: t('mailBackup.action'), url: site + adminHealthPath() },
    footnote: t('mailBackup.footnote', { site }),
  };
  await sendMail(trx, { purpose: 'backup', uid: null, email }, mail, t, installation);
  publish({ kind: 'mail' });
}
