import { sql } from 'kysely';
import { threadPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { mailBody } from '../mails/mail-body.tsx';
import { translationsForMail } from '../mails/mail-language.ts';
import { readBrand } from '../settings/brand.ts';
import { purposeOf, wordsAbout } from './message-mails.ts';
import { pictureInMail } from './unread-news.ts';

type Conversation = { id: string; itemId: string; ownerId: string };

/** Deletes what mails and push notifications quote of a conversation: of those that wait the quote, of mails that are through the text. */
export async function deleteQuotes(trx: Executor, conversation: Conversation, services: Services) {
  const ofConversation = sql<boolean>`purpose = ${purposeOf(conversation.id)} and purpose like 'new-message %'`;
  await trx
    .updateTable('outgoingMails')
    .set({ text: '', html: '' })
    .where(ofConversation)
    .where(({ eb, or }) => or([eb('sentAt', 'is not', null), eb('failedAt', 'is not', null)]))
    .execute();
  const waiting = await trx
    .selectFrom('outgoingMails')
    .innerJoin('users', 'users.uid', 'outgoingMails.uid')
    .select(['outgoingMails.id', 'subject', 'users.uid', 'users.displayName', 'users.language'])
    .where(ofConversation)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .execute();
  for (const mail of waiting) {
    const body = await withoutQuote(trx, mail, conversation, services);
    await trx.updateTable('outgoingMails').set(body).where('id', '=', mail.id).execute();
  }
  const path = JSON.stringify(threadPath(conversation.id));
  await trx
    .updateTable('outgoingRequests')
    .set({ body: sql<string>`(body::jsonb - 'quote')::text` })
    .where('kind', '=', 'push')
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .where('body', 'like', `%"path":${path.replace(/[\\%_]/g, '\\$&')},%`)
    .execute();
}

type Waiting = { subject: string; uid: string; displayName: string | null; language: string | null };

async function withoutQuote(trx: Executor, mail: Waiting, conversation: Conversation, services: Services) {
  const { uid, subject, displayName: name } = mail;
  const t = translationsForMail(mail.language, services);
  const brand = await readBrand(trx, services);
  const item = await trx
    .selectFrom('items')
    .select(['id', 'name', pictureInMail])
    .where('id', '=', conversation.itemId)
    .executeTakeFirstOrThrow();
  const news = {
    count: 1,
    items: [{ ...item, count: 1 }],
    conversationId: conversation.id,
    isOwner: uid === conversation.ownerId,
    last: [],
    possiblyAutomatic: false,
  };
  const words = wordsAbout(news, { t, product: brand.productName, uid, quotes: false, services });
  return mailBody({ ...words, subject }, { t, name }, brand);
}
