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
    .innerJoin('items', (join) => join.onTrue())
    .select(['outgoingMails.id', 'subject', 'users.uid', 'displayName', 'language', 'items.name', pictureInMail])
    .where('items.id', '=', conversation.itemId)
    .where(ofConversation)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .execute();
  const brand = await readBrand(trx, services);
  for (const { id, subject, uid, displayName, language, name, picture } of waiting) {
    const t = translationsForMail(language, services);
    const news = {
      count: 1,
      items: [{ id: conversation.itemId, name, picture, count: 1 }],
      conversationId: conversation.id,
      isOwner: uid === conversation.ownerId,
      last: [],
      possiblyAutomatic: false,
    };
    const words = wordsAbout(news, { t, product: brand.productName, uid, quotes: false, services });
    const body = mailBody({ ...words, subject }, { t, name: displayName }, brand);
    await trx.updateTable('outgoingMails').set(body).where('id', '=', id).execute();
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
