import {
  conversationPath,
  conversationRepliesPath,
  editItemPath,
  staticPath,
  threadPath,
  unsubscribePath,
} from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { TagAction } from '../items/contract/administered-tag.ts';
import { inGroups } from '../items/contract/tag-code.ts';
import { finderSecret } from '../messages/finder-secret.ts';
import { type Letter, mail } from './mail.ts';
import { isolated } from './mail-language.ts';
import { toAccount, toFinder } from './recipients.ts';
import { unsubscribeToken } from './unsubscribe-tokens.ts';

type Conversation = { id: string; ownerId: string };
type Finders = { id: string; secretVersion: number; finderLanguage: string | null };
type AboutReplies = { conversation: Finders };
type Tagged = { item: { id: string; ownerId: string; name: string }; code: string };

export const purposeOfReply = (conversationId: string) => `reply ${conversationId}`;
const purposeOfConfirmation = (conversationId: string) => `reply confirm ${conversationId}`;
export const purposesOfReplies = (id: string) => [purposeOfReply(id), purposeOfConfirmation(id)];

/** Mails to owners about their conversations and tags. They cannot be turned off. */
export const ownerMails = {
  conversationRead: mail('conversation-read', toOwner, (letter, about: { of: Conversation; reason: string }) => {
    const { says, t, product } = letter;
    const paragraphs = [t('mailConversationRead.text', { product }), isolated(about.reason, t)];
    return says('mailConversationRead', { paragraphs, link: threadPath(about.of.id) });
  }),
  conversationClosed: mail('conversation-closed', toOwner, ({ says, t, site }, { of }: { of: Conversation }) =>
    says('mailConversationClosed', {
      link: threadPath(of.id),
      label: t('mailConversationRead.action'),
      footnote: t('mailConversationRead.footnote', { site }),
    }),
  ),
  tagDisabled: mail('tag-stopped', toOwnerOfTag, (letter, about: Tagged & { act: TagAction }) => {
    const named = inMail(letter, about);
    return aboutTag(letter, about, {
      subject: letter.t(`mailTagDisabled.subject-${about.act}`, named),
      paragraphs: [letter.t(`mailTagDisabled.text-${about.act}`, named)],
    });
  }),
  /** `leadsOn`: the page of the old tag still shows the item. */
  tagReplaced: mail('tag-stopped', toOwnerOfTag, (letter, about: Tagged & { newCode: string; leadsOn: boolean }) => {
    const { t } = letter;
    const named = inMail(letter, about);
    return aboutTag(letter, about, {
      subject: t('mailTagDisabled.subject-replace', named),
      paragraphs: [
        t('mailTagDisabled.text-replace', { ...named, newCode: printed(about.newCode) }),
        t(about.leadsOn ? 'mailTagDisabled.oldLeadsOn' : 'mailTagDisabled.oldIsRetired'),
      ],
    });
  }),
};

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
  /** To a finder who gets mails about replies. */
  conversationClosed: mail('conversation-closed', toTold, (letter, { of }: { of: Finders }) => {
    const { says, t, product, services } = letter;
    return says('mailReply', {
      subject: t('conversation.title', { product }),
      paragraphs: [t('mailReply.closed', { product })],
      link: conversationPath(finderSecret(of, services)),
      label: t('mailPrivateLink.action'),
    });
  }),
};

function toOwner(trx: Executor, { of }: { of: { ownerId: string } }, services: Services) {
  return toAccount(trx, { account: { uid: of.ownerId } }, services);
}

function toOwnerOfTag(trx: Executor, { item }: Tagged, services: Services) {
  return toOwner(trx, { of: item }, services);
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

function inMail({ t, product }: Letter, { item, code }: Tagged) {
  return { product, item: isolated(item.name, t), code: printed(code) };
}

function aboutTag({ says, t, site }: Letter, { item }: Tagged, said: { subject: string; paragraphs: string[] }) {
  const footnote = t('mailTagDisabled.footnote', { link: site + staticPath('contact') });
  return says('mailTagDisabled', { ...said, link: editItemPath(item.id), footnote });
}

const printed = (code: string) => inGroups(code).toUpperCase();
