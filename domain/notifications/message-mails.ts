import { sql } from 'kysely';
import { threadPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import type { Message } from '../messages/contract/schema.ts';
import { readBrand } from '../settings/brand.ts';
import { deferToDailyMail, markConversationAnnounced } from './held-mails.ts';
import { isolated, wordsForMail } from './mail-language.ts';
import { quoteMessage } from './quote-message.ts';
import { sendMail } from './send-mail.ts';

/** No second mail comes within this time while the first one's message is unread. */
export const quietMinutes = 10;
/** Mails to one account about all conversations: strangers cause them. */
const most = { anHour: 5, aDay: 10 };

type News = {
  item: { name: string; ownerId: string };
  conversation: { id: string };
  /** With whom the item is shared. */
  members: string[];
  message: Pick<Message, 'answer' | 'text' | 'heldReason' | 'details' | 'pictureId'>;
};

/**
 * Mails the owner about a finder's message, and those with whom the item is shared and who did not mute it. Above 5 an hour or 10 a day to
 * one account, and for held messages, the owner's daily mail does it (held-mails.ts). Runs in the message's transaction.
 */
export async function notifyReaders(trx: Executor, news: News, installation: Installation): Promise<void> {
  if (news.message.heldReason === 'too-many') return;
  for (const reader of await lockReaders(trx, news)) await notifyReader(trx, reader, news, installation);
}

/** The locks make parallel messages count each other's mails; they are taken in one order. */
function lockReaders(trx: Executor, { item, conversation, members }: News) {
  const muted = trx
    .selectFrom('itemMembers')
    .innerJoin('conversations', 'conversations.itemId', 'itemMembers.itemId')
    .select('itemMembers.uid')
    .where('conversations.id', '=', conversation.id)
    .where('mutedAt', 'is not', null);
  return trx
    .selectFrom('users')
    .leftJoin('authUsers', 'authUsers.id', 'users.uid')
    .select(['uid', 'users.email', 'displayName', 'language', 'authUsers.emailVerified as isConfirmed'])
    .where('uid', 'in', [item.ownerId, ...members])
    .where('uid', 'not in', muted)
    .where('messageMailsOffAt', 'is', null)
    .where(({ eb, or }) => or([eb('uid', '=', item.ownerId), eb('disabledAt', 'is', null)]))
    .orderBy('uid')
    .forNoKeyUpdate('users')
    .execute();
}

type Reader = Awaited<ReturnType<typeof lockReaders>>[number];

async function notifyReader(trx: Executor, reader: Reader, news: News, installation: Installation): Promise<void> {
  const { uid } = reader;
  const isOwner = uid === news.item.ownerId;
  const mailed = await countMails(trx, uid, news);
  if (mailed.aboutThisLately > 0 && (await isOneOfSeveral(trx, uid, news))) return;
  const conversation = { id: news.conversation.id, ownerId: news.item.ownerId };
  if (mailed.anHour >= most.anHour || mailed.aDay >= most.aDay) {
    if (isOwner) await deferToDailyMail(trx, conversation);
    return;
  }
  if (isOwner) await markConversationAnnounced(trx, conversation);
  const { productName: product } = await readBrand(trx, installation);
  const { publicUrl: site } = installation;
  const t = wordsForMail(reader.language);
  const item = isolated(news.item.name.replace(/\s+/g, ' '), t);
  const to = { purpose: purposeOf(conversation.id), uid, email: reader.email, name: reader.displayName };
  const quoted = reader.isConfirmed && installation.mailQuotesFinders ? quoteMessage(news.message, t) : '';
  const mail = {
    subject: t('mailNewMessage.subject', { item }),
    paragraphs: quoted
      ? [t('mailNewMessage.wrote', { item }), quoted, t('mailNewMessage.readWhole', { product })]
      : [t('mailNewMessage.text', { item, product })],
    action: { label: t('mailNewMessage.action'), url: site + threadPath(conversation.id) },
    footnote: t(isOwner ? 'mailNewMessage.footnote' : 'mailNewMessage.footnoteShared', { site, minutes: quietMinutes }),
  };
  await sendMail(trx, to, mail, t);
}

export const purposeOf = (conversationId: string) => `new-message ${conversationId}`;

async function countMails(trx: Executor, uid: string, { conversation }: News) {
  const { rows } = await sql<{ aDay: number; anHour: number; aboutThisLately: number }>`
    select count(*)::int as a_day,
      count(*) filter (where created_at > now() - interval '1 hour')::int as an_hour,
      count(*) filter (
        where purpose = ${purposeOf(conversation.id)} and created_at > now() - make_interval(mins => ${quietMinutes})
      )::int as about_this_lately
    from outgoing_mails
    where uid = ${uid} and created_at > now() - interval '1 day' and purpose like ${purposeOf('%')}`.execute(trx);
  return rows[0] ?? { aDay: 0, anHour: 0, aboutThisLately: 0 };
}

async function isOneOfSeveral(trx: Executor, uid: string, { item, conversation }: News): Promise<boolean> {
  const ofOwner = trx
    .selectFrom('webMessages')
    .select('id')
    .where('ownerId', '=', uid)
    .where('conversationId', '=', conversation.id)
    .where('readByOwner', '=', false);
  const ofMember = trx
    .selectFrom('unreadByMembers')
    .select('messageId as id')
    .where('uid', '=', uid)
    .where('conversationId', '=', conversation.id);
  const unread = uid === item.ownerId ? ofOwner.limit(2) : ofMember.limit(2);
  return (await unread.execute()).length > 1;
}
