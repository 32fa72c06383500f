import { conversationPath, threadPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { finderSecret, type OpenedConversation } from '../messages/finder-secret.ts';
import { readBrand } from '../settings/brand.ts';
import { wordsForAccount, wordsForFinder } from './mail-language.ts';
import { readAccount } from './security-mails.ts';
import { sendMail } from './send-mail.ts';

const purpose = 'conversation-closed';

/** Tells the owner that an administrator closed the conversation, and the finder, if they gave an address. */
export async function mailConversationClosed(
  trx: Executor,
  conversation: OpenedConversation,
  installation: Installation,
): Promise<void> {
  const { id, ownerId } = conversation;
  const account = await readAccount(trx, ownerId);
  const { t, product, publicUrl: site } = await wordsForAccount(trx, ownerId, installation);
  const mail = {
    subject: t('mailConversationClosed.subject', { product }),
    paragraphs: [t('mailConversationClosed.text', { product })],
    action: { label: t('mailConversationRead.action'), url: site + threadPath(id) },
    footnote: t('mailConversationRead.footnote', { site }),
  };
  await sendMail(trx, { ...account, purpose }, mail, t, installation);
  await mailFinder(trx, conversation, installation);
}

async function mailFinder(trx: Executor, conversation: OpenedConversation, installation: Installation): Promise<void> {
  const contact = await trx
    .selectFrom('replyMails')
    .select('address')
    .where('conversationId', '=', conversation.id)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst();
  if (!contact?.address) return;
  const { publicUrl: site } = installation;
  const { productName: product } = await readBrand(trx, installation);
  const t = wordsForFinder(conversation.finderLanguage, installation);
  const mail = {
    subject: t('conversation.title', { product }),
    paragraphs: [t('mailReply.closed', { product })],
    action: {
      label: t('mailPrivateLink.action'),
      url: site + conversationPath(finderSecret(conversation, installation)),
    },
    footnote: t('mailReply.footnote', { site }),
  };
  await sendMail(trx, { purpose, uid: null, email: contact.address }, mail, t, installation);
}
