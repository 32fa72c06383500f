import { sql } from 'kysely';
import { threadPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { mailBody } from '../mails/mail-body.tsx';
import { isolated, translationsForMail } from '../mails/mail-language.ts';
import { readBrand, readMailLook } from '../settings/brand.ts';
import { endOfMail, purposeOf } from './message-mails.ts';

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
    .select(['outgoingMails.id', 'users.uid', 'users.displayName', 'users.language'])
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

type Reader = { uid: string; displayName: string | null; language: string | null };

async function withoutQuote(trx: Executor, reader: Reader, conversation: Conversation, services: Services) {
  const { publicUrl: site } = services;
  const t = translationsForMail(reader.language, services);
  const { productName: product } = await readBrand(trx, services);
  const { name } = await trx
    .selectFrom('items')
    .select('name')
    .where('id', '=', conversation.itemId)
    .executeTakeFirstOrThrow();
  const hello = reader.displayName
    ? t('mail.hello', { name: isolated(reader.displayName, t) })
    : t('mail.helloNameless');
  const about = t('mailNewMessage.text', { item: isolated(name.replace(/\s+/g, ' '), t), product });
  const isOwner = reader.uid === conversation.ownerId;
  return mailBody(
    {
      paragraphs: [hello, about],
      action: { label: t('mailNewMessage.action'), url: site + threadPath(conversation.id) },
      ...endOfMail({ uid: reader.uid, isOwner }, services, t),
    },
    t.language,
    await readMailLook(trx, services),
  );
}
