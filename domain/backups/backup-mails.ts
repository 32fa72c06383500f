import { adminHealthPath } from '../../paths/paths.ts';
import { mail } from '../mails/mail.ts';
import { toOperator } from '../mails/recipients.ts';
import type { LastBackups } from './backups.ts';

export const backupMails = {
  missed: mail('backup', toOperator, ({ says, t, site }, { succeededAt, failure }: LastBackups) =>
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
  secretReplaced: mail('secret', toOperator, ({ says, t, site }) =>
    says('mailSecret', {
      subject: t('mailSecret.subject', { site: new URL(site).host }),
      paragraphs: [t('mailSecret.text'), t('mailSecret.advice', { command: 'npm run restore -- --secret FILE' })],
      link: adminHealthPath(),
      label: t('mailBackup.action'),
      footnote: t('mailBackup.footnote', { site }),
    }),
  ),
};
