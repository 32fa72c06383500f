import { threadPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { isolated, wordsForAccount } from './mail-language.ts';
import { readAccount } from './security-mails.ts';
import { sendMail } from './send-mail.ts';

/** Tells an owner that an administrator reads a conversation of theirs, and why. It cannot be turned off. */
export async function mailConversationRead(
  trx: Executor,
  { id, ownerId }: { id: string; ownerId: string },
  reason: string,
  installation: Installation,
): Promise<void> {
  const account = await readAccount(trx, ownerId);
  const { t, product, publicUrl: site } = await wordsForAccount(trx, ownerId, installation);
  const mail = {
    subject: t('mailConversationRead.subject', { product }),
    paragraphs: [t('mailConversationRead.text', { product }), isolated(reason, t)],
    action: { label: t('mailConversationRead.action'), url: site + threadPath(id) },
    footnote: t('mailConversationRead.footnote', { site }),
  };
  await sendMail(trx, { ...account, purpose: 'conversation-read' }, mail, t, installation);
}
