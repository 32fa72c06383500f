import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { queueMail } from '../../server/mail/outbox.ts';
import type { HeldReason } from '../messages/schema.ts';
import { readBrand } from '../settings/brand.ts';
import { noteHeldAsTold } from './held-mails.ts';
import { mailBody } from './mail-body.tsx';

/** While the owner has not read what the last mail told of, no second mail follows within this time. */
const quietMinutes = 10;

type News = {
  item: { name: string; ownerId: string };
  conversation: { id: string };
  heldReason: HeldReason | undefined;
};

/**
 * Mails the owner that a finder wrote: without the finder's words, in the subject and in the mail, because mail is read over shoulders.
 * What is held as too many waits for the mail of the day (held-mails.ts). Runs inside the transaction that writes the message.
 */
export async function notifyOwner(trx: Executor, news: News, installation: Installation): Promise<void> {
  if (news.heldReason === 'too-many' || (await alreadyTold(trx, news))) return;
  const owner = await trx
    .selectFrom('users')
    .select(['email', 'displayName', 'messageMailsOffAt'])
    .where('uid', '=', news.item.ownerId)
    .executeTakeFirstOrThrow();
  if (owner.messageMailsOffAt) return;
  // The mail leads to the whole conversation.
  await noteHeldAsTold(trx, { id: news.conversation.id, ownerId: news.item.ownerId });
  const { productName } = await readBrand({ db: trx });
  const name = owner.displayName ?? '';
  const itemName = news.item.name.replace(/\s+/g, ' ');
  await queueMail(trx, {
    purpose: purposeOf(news.conversation.id),
    uid: news.item.ownerId,
    to: { name, address: owner.email },
    subject: `Somebody wrote to you about “${itemName}”`,
    ...mailBody({
      paragraphs: [
        `Hello ${name},`,
        `somebody scanned the tag on “${itemName}” and left you a message. Read it and answer on ${productName}: neither of you sees the other's address.`,
      ],
      action: { label: 'Read the message', url: `${installation.publicUrl}/inbox/${news.conversation.id}` },
      footnote: `You get this mail because a tag of yours at ${installation.publicUrl} was used. Until you read it, further messages within ${quietMinutes} minutes come without another mail. You can turn these mails off in your profile.`,
    }),
  });
}

const purposeOf = (conversationId: string) => `new-message ${conversationId}`;

async function alreadyTold(trx: Executor, { item, conversation }: News): Promise<boolean> {
  const unread = await trx
    .selectFrom('webMessages')
    .select('id')
    .where('ownerId', '=', item.ownerId)
    .where('conversationId', '=', conversation.id)
    .where('readByOwner', '=', false)
    .limit(2)
    .execute();
  // The new message is one of them: alone, it is news.
  if (unread.length < 2) return false;
  const told = await trx
    .selectFrom('outgoingMails')
    .select('id')
    .where('uid', '=', item.ownerId)
    .where('purpose', '=', purposeOf(conversation.id))
    .where('createdAt', '>', new Date(Date.now() - quietMinutes * 60_000))
    .executeTakeFirst();
  return told !== undefined;
}
