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
const quietMinutes = 10;
/** Mails to one owner about all conversations: strangers cause them. */
const most = { anHour: 5, aDay: 10 };

type News = {
  item: { name: string; ownerId: string };
  conversation: { id: string };
  message: Pick<Message, 'answer' | 'text' | 'heldReason'>;
};

/**
 * Mails the owner about a finder's message. Above 5 an hour or 10 a day, and for held messages,
 * the daily mail does it (held-mails.ts). Runs in the message's transaction.
 */
export async function notifyOwner(trx: Executor, news: News, installation: Installation): Promise<void> {
  if (news.message.heldReason === 'too-many') return;
  const { ownerId } = news.item;
  // The lock makes parallel messages count each other's mail.
  const owner = await trx
    .selectFrom('users')
    .leftJoin('authUsers', 'authUsers.id', 'users.uid')
    .select(['users.email', 'displayName', 'language', 'messageMailsOffAt', 'authUsers.emailVerified as isConfirmed'])
    .where('uid', '=', ownerId)
    .forNoKeyUpdate('users')
    .executeTakeFirstOrThrow();
  if (owner.messageMailsOffAt) return;
  const mailed = await countMails(trx, news);
  if (mailed.aboutThisLately > 0 && (await isOneOfSeveral(trx, news))) return;
  const conversation = { id: news.conversation.id, ownerId };
  if (mailed.anHour >= most.anHour || mailed.aDay >= most.aDay) return deferToDailyMail(trx, conversation);
  await markConversationAnnounced(trx, conversation);
  const { productName: product } = await readBrand(trx, installation);
  const { publicUrl: site } = installation;
  const t = wordsForMail(owner.language);
  const item = isolated(news.item.name.replace(/\s+/g, ' '), t);
  const to = { purpose: purposeOf(conversation.id), uid: ownerId, email: owner.email, name: owner.displayName };
  const quoted = owner.isConfirmed && installation.mailQuotesFinders ? quoteMessage(news.message, t) : '';
  const mail = {
    subject: t('mailNewMessage.subject', { item }),
    paragraphs: quoted
      ? [t('mailNewMessage.wrote', { item }), quoted, t('mailNewMessage.readWhole', { product })]
      : [t('mailNewMessage.text', { item, product })],
    action: { label: t('mailNewMessage.action'), url: site + threadPath(conversation.id) },
    footnote: t('mailNewMessage.footnote', { site, minutes: quietMinutes }),
  };
  await sendMail(trx, to, mail, t);
}

const purposeOf = (conversationId: string) => `new-message ${conversationId}`;

async function countMails(trx: Executor, { item, conversation }: News) {
  const { rows } = await sql<{ aDay: number; anHour: number; aboutThisLately: number }>`
    select count(*)::int as a_day,
      count(*) filter (where created_at > now() - interval '1 hour')::int as an_hour,
      count(*) filter (
        where purpose = ${purposeOf(conversation.id)} and created_at > now() - make_interval(mins => ${quietMinutes})
      )::int as about_this_lately
    from outgoing_mails
    where uid = ${item.ownerId} and created_at > now() - interval '1 day' and purpose like ${purposeOf('%')}`.execute(
    trx,
  );
  return rows[0] ?? { aDay: 0, anHour: 0, aboutThisLately: 0 };
}

async function isOneOfSeveral(trx: Executor, { item, conversation }: News): Promise<boolean> {
  const unread = await trx
    .selectFrom('webMessages')
    .select('id')
    .where('ownerId', '=', item.ownerId)
    .where('conversationId', '=', conversation.id)
    .where('readByOwner', '=', false)
    .limit(2)
    .execute();
  return unread.length > 1;
}
