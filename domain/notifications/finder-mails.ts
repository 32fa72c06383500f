import { conversationPath, conversationRepliesPath, unsubscribePath } from '../../paths/paths.ts';
import { mail } from '../mails/mail.ts';
import { toFinder } from '../mails/recipients.ts';
import { unsubscribeToken } from '../mails/unsubscribe-tokens.ts';
import { finderSecret } from '../messages/finder-secret.ts';

type AboutReplies = { conversation: { id: string; secretVersion: number; finderLanguage: string | null } };

export const purposeOfReply = (conversationId: string) => `reply ${conversationId}`;
const purposeOfConfirmation = (conversationId: string) => `reply confirm ${conversationId}`;
export const purposesOfReplies = (id: string) => [purposeOfReply(id), purposeOfConfirmation(id)];

/** Mails to finders, without a word of what was written and without the item's name, which is the owner's. */
export const finderMails = {
  linkWanted: mail('private-link', toFinder, ({ says }, { secret }: { secret: string }) =>
    says('mailPrivateLink', { link: conversationPath(secret) }),
  ),
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
    const token = unsubscribeToken('replies', conversation.id, services.keys);
    const said = says('mailReply', {
      subject: t('conversation.answeredTitle', { product }),
      link: conversationPath(finderSecret(conversation, services)),
      label: t('mailPrivateLink.action'),
      unsubscribe: { label: t('mailReply.unsubscribe'), url: site + unsubscribePath(token) },
    });
    return { ...said, purpose: purposeOfReply(conversation.id) };
  }),
};
