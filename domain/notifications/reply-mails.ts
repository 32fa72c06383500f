import { conversationPath, conversationRepliesPath, unsubscribePath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import type { Keys } from '../../server/secret.ts';
import { finderSecret } from '../messages/finder-secret.ts';
import { readBrand } from '../settings/brand.ts';
import { repliesTokenPrefix } from './contract/settings.ts';
import { wordsForFinder } from './mail-language.ts';
import { sendMail } from './send-mail.ts';

type Conversation = { id: string; secretVersion: number; finderLanguage: string | null };

export const purposeOfReply = (conversationId: string) => `reply ${conversationId}`;
const purposeOfConfirmation = (conversationId: string) => `reply confirm ${conversationId}`;
export const purposesOfReplies = (id: string) => [purposeOfReply(id), purposeOfConfirmation(id)];

/** Asks the address for its confirmation, in words of ours alone: anybody may have typed it. */
export async function mailConfirmation(
  trx: Executor,
  conversation: Conversation,
  { address, language, code }: { address: string; language: string; code: string },
  installation: Installation,
): Promise<void> {
  const { publicUrl: site } = installation;
  const { productName: product } = await readBrand(trx, installation);
  const t = wordsForFinder(language, installation);
  const path = conversationRepliesPath(finderSecret(conversation, installation), 'confirm', code);
  const mail = {
    subject: `${t('replies.confirmTitle')} · ${product}`,
    paragraphs: [t('mailConfirmReplies.text', { product })],
    action: { label: t('replies.confirm'), url: site + path },
    footnote: t('mailConfirmReplies.footnote', { site }),
  };
  await sendMail(
    trx,
    { purpose: purposeOfConfirmation(conversation.id), uid: null, email: address },
    mail,
    t,
    installation,
  );
}

/** Mails the finder that there is an answer, without a word of it and without the thing's name, which is the owner's. */
export async function mailReplies(
  trx: Executor,
  conversation: Conversation,
  address: string,
  installation: Installation,
): Promise<void> {
  const { publicUrl: site, keys } = installation;
  const { productName: product } = await readBrand(trx, installation);
  const t = wordsForFinder(conversation.finderLanguage, installation);
  const mail = {
    subject: t('conversation.answeredTitle', { product }),
    paragraphs: [t('mailReply.text', { product })],
    action: {
      label: t('mailPrivateLink.action'),
      url: site + conversationPath(finderSecret(conversation, installation)),
    },
    footnote: t('mailReply.footnote', { site }),
    unsubscribe: {
      label: t('mailReply.unsubscribe'),
      url: site + unsubscribePath(endRepliesToken(conversation.id, keys)),
    },
  };
  await sendMail(trx, { purpose: purposeOfReply(conversation.id), uid: null, email: address }, mail, t, installation);
}

/** Allows nothing but to end the mails about replies in one conversation. */
function endRepliesToken(conversationId: string, keys: Keys): string {
  return `${repliesTokenPrefix}${conversationId}.${keys.code('end-replies', conversationId).toString('base64url')}`;
}

/** @returns the id of the conversation; undefined for a token that is forged, or an account's */
export function readEndRepliesToken(token: string, keys: Keys): string | undefined {
  if (!token.startsWith(repliesTokenPrefix)) return undefined;
  const dot = token.lastIndexOf('.');
  const [id, code] = [token.slice(repliesTokenPrefix.length, dot), Buffer.from(token.slice(dot + 1), 'base64url')];
  return keys.matches('end-replies', id, code) ? id : undefined;
}
