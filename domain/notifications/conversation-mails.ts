import { conversationPath, threadPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { both, mail } from '../mails/mail.ts';
import { isolated } from '../mails/mail-language.ts';
import { toAccount, toFinder } from '../mails/recipients.ts';
import { finderSecret } from '../messages/finder-secret.ts';

type Conversation = { id: string; ownerId: string };
type Finders = { id: string; secretVersion: number; finderLanguage: string | null };

/** What administrators do with a conversation. These mails cannot be turned off. */
export const conversationMails = {
  read: mail('conversation-read', toOwner, (letter, about: { of: Conversation; reason: string }) => {
    const { says, t, product } = letter;
    const paragraphs = [t('mailConversationRead.text', { product }), isolated(about.reason, t)];
    return says('mailConversationRead', { paragraphs, link: threadPath(about.of.id) });
  }),
  /** To the owner, and to a finder who gets mails about replies. */
  closed: both(
    mail('conversation-closed', toOwner, ({ says, t, site }, { of }: { of: Conversation }) =>
      says('mailConversationClosed', {
        link: threadPath(of.id),
        label: t('mailConversationRead.action'),
        footnote: t('mailConversationRead.footnote', { site }),
      }),
    ),
    mail('conversation-closed', toTold, (letter, { of }: { of: Finders }) => {
      const { says, t, product, services } = letter;
      return says('mailReply', {
        subject: t('conversation.title', { product }),
        paragraphs: [t('mailReply.closed', { product })],
        link: conversationPath(finderSecret(of, services)),
        label: t('mailPrivateLink.action'),
      });
    }),
  ),
};

function toOwner(trx: Executor, { of }: { of: { ownerId: string } }, services: Services) {
  return toAccount(trx, { account: { uid: of.ownerId } }, services);
}

async function toTold(trx: Executor, { of }: { of: Finders }, services: Services) {
  const told = await trx
    .selectFrom('replyMails')
    .select('address')
    .where('conversationId', '=', of.id)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst();
  return told?.address ? toFinder(trx, { email: told.address, language: of.finderLanguage }, services) : undefined;
}
