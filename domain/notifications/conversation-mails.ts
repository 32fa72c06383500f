import { conversationPath, conversationRepliesPath, threadPath, unsubscribePath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { both, mail } from '../mails/mail.ts';
import { isolated } from '../mails/mail-language.ts';
import { toAccount, toFinder } from '../mails/recipients.ts';
import { makeUnsubscribeToken } from '../mails/unsubscribe-tokens.ts';
import { finderSecret } from '../messages/conversations.ts';

type Conversation = { id: string; ownerId: string };
type Finders = { id: string; secretVersion: number; finderLanguage: string | null };

/** What administrators do with a conversation. These mails cannot be turned off. */
export const conversationMails = {
  read: mail('conversation-read', toOwner, (letter, about: { of: Conversation; reason: string }) => {
    const { says, t, product } = letter;
    const paragraphs = [t('mailConversationRead.text', { product }), { words: isolated(about.reason, t) }];
    return says('mailConversationRead', { paragraphs, link: threadPath(about.of.id) });
  }),
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

type AboutReplies = { conversation: { id: string; secretVersion: number; finderLanguage: string | null } };

export const purposeOfReply = (conversationId: string) => `reply ${conversationId}`;
const purposeOfConfirmation = (conversationId: string) => `reply confirm ${conversationId}`;
export const purposesOfReplies = (id: string) => [purposeOfReply(id), purposeOfConfirmation(id)];

/** Mails to finders, without a word of what was written and without the item's name, which is the owner's. */
export const finderMails = {
  repliesWanted: mail('reply confirm', toFinder, (letter, { conversation, code }: AboutReplies & { code: string }) => {
    const { says, t, product, services } = letter;
    const said = says('mailConfirmReplies', {
      subject: `${t('replies.confirmTitle')} · ${product}`,
      link: conversationRepliesPath(finderSecret(conversation, services), 'confirm', code),
      label: t('replies.confirm'),
    });
    return { ...said, purpose: purposeOfConfirmation(conversation.id) };
  }),
  replied: mail('reply', toFinder, (letter, { conversation }: AboutReplies) => {
    const { says, t, product, site, services } = letter;
    const token = makeUnsubscribeToken('replies', conversation.id, services.keys);
    const said = says('mailReply', {
      subject: t('conversation.answeredTitle', { product }),
      link: conversationPath(finderSecret(conversation, services)),
      unsubscribe: { label: t('mailReply.unsubscribe'), url: site + unsubscribePath(token) },
    });
    return { ...said, purpose: purposeOfReply(conversation.id) };
  }),
};
