import { sql } from 'kysely';
import { threadPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { queueMail } from '../../server/mail/mail-queue.ts';
import type { HeldReason } from '../messages/contract/schema.ts';
import { readBrand } from '../settings/brand.ts';
import { leaveToMailOfTheDay, noteConversationTold } from './held-mails.ts';
import { mailBody } from './mail-body.tsx';

/** While the owner has not read what the last mail told of, no second mail follows within this time. */
const quietMinutes = 10;
/** Mails about messages to one owner, of all conversations together: strangers cause them. */
const most = { anHour: 5, aDay: 10 };

type News = {
  item: { name: string; ownerId: string };
  conversation: { id: string };
  heldReason: HeldReason | undefined;
};

/**
 * Mails the owner that a finder wrote: without the finder's words, in the subject and in the mail, because mail is read over shoulders.
 * What is held as too many waits for the mail of the day (held-mails.ts), and so does what is beyond 5 mails an hour or 10 a day.
 * Runs inside the transaction that writes the message.
 */
export async function notifyOwner(trx: Executor, news: News, installation: Installation): Promise<void> {
  if (news.heldReason === 'too-many') return;
  const { ownerId } = news.item;
  // Locked, so that of messages at the same moment each counts the other's mail.
  const owner = await trx
    .selectFrom('users')
    .select(['email', 'displayName', 'messageMailsOffAt'])
    .where('uid', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (owner.messageMailsOffAt) return;
  const mailed = await countMails(trx, news);
  if (mailed.aboutThisLately > 0 && (await isOneOfSeveral(trx, news))) return;
  const conversation = { id: news.conversation.id, ownerId };
  if (mailed.anHour >= most.anHour || mailed.aDay >= most.aDay) return leaveToMailOfTheDay(trx, conversation);
  // The mail leads to the whole conversation.
  await noteConversationTold(trx, conversation);
  const { productName } = await readBrand({ db: trx });
  const name = owner.displayName ?? '';
  const itemName = news.item.name.replace(/\s+/g, ' ');
  await queueMail(trx, {
    purpose: purposeOf(news.conversation.id),
    uid: ownerId,
    to: { name, address: owner.email },
    subject: `Somebody wrote to you about “${itemName}”`,
    ...mailBody({
      paragraphs: [
        `Hello ${name},`,
        `somebody scanned the tag on “${itemName}” and left you a message. Read it and answer on ${productName}: neither of you sees the other's address.`,
      ],
      action: { label: 'Read the message', url: `${installation.publicUrl}${threadPath(news.conversation.id)}` },
      footnote: `You get this mail because a tag of yours at ${installation.publicUrl} was used. Until you read it, further messages within ${quietMinutes} minutes come without another mail. You can turn these mails off in your profile.`,
    }),
  });
}

const purposeOf = (conversationId: string) => `new-message ${conversationId}`;

/** Mails about messages that the owner got within a day, by the database's clock. */
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

/** Whether the owner has not read an earlier message of the conversation either. */
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
