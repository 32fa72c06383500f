import { conversationPath } from '../../paths/paths.ts';
import type { Installation } from '../../server/installation.ts';
import { readBrand } from '../settings/brand.ts';
import { wordsForFinder } from './mail-language.ts';
import { sendMail } from './send-mail.ts';

/**
 * Mails a private link in words of ours alone, because anybody may have typed the address. It is in no table but that of mails.
 */
export async function mailPrivateLink(
  { secret, email, language }: { secret: string; email: string; language: string },
  installation: Installation,
): Promise<void> {
  const { events, publicUrl: site } = installation;
  await events.transaction(async (trx, publish) => {
    const { productName: product } = await readBrand(trx, installation);
    const t = wordsForFinder(language, installation);
    const mail = {
      subject: t('mailPrivateLink.subject', { product }),
      paragraphs: [t('mailPrivateLink.text', { product })],
      action: { label: t('mailPrivateLink.action'), url: site + conversationPath(secret) },
      footnote: t('mailPrivateLink.footnote', { site }),
    };
    await sendMail(trx, { purpose: 'private-link', uid: null, email }, mail, t, installation);
    publish({ kind: 'mail' });
  });
}
