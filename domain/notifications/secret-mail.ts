import { adminHealthPath } from '../../paths/paths.ts';
import type { Installation } from '../../server/installation.ts';
import { wordsForAddress } from './mail-language.ts';
import { sendMail } from './send-mail.ts';

/** Tells the operator (ADMIN_EMAIL), once a day, that the secret is not the one that the database was used with. */
export async function mailReplacedSecret(installation: Installation): Promise<void> {
  const { adminEmail: email, events, limits, machine, publicUrl: site } = installation;
  if (!machine.secretReplaced || !email || !(await limits.take('secret-mail-day', 'operator')).allowed) return;
  await events.transaction(async (trx, publish) => {
    const t = await wordsForAddress(trx, email, installation);
    const mail = {
      subject: t('mailSecret.subject', { site: new URL(site).host }),
      paragraphs: [t('mailSecret.text'), t('mailSecret.advice', { command: 'npm run restore -- --secret FILE' })],
      action: { label: t('mailBackup.action'), url: site + adminHealthPath() },
      footnote: t('mailBackup.footnote', { site }),
    };
    await sendMail(trx, { purpose: 'secret', uid: null, email }, mail, t, installation);
    publish({ kind: 'mail' });
  });
}
