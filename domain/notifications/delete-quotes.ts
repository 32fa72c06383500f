import { sql } from 'kysely';
import { threadPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { readBrand } from '../settings/brand.ts';
import { mailBody } from './mail-body.tsx';
import { isolated, wordsForMail } from './mail-language.ts';
import { purposeOf, quietMinutes } from './message-mails.ts';

type Conversation = { id: string; itemId: string; ownerId: string };

/** Deletes what mails quote of a conversation: the text of those that are through, and of those that wait the quote. */
export async function deleteQuotes(trx: Executor, conversation: Conversation, installation: Installation) {
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
    const body = await withoutQuote(trx, mail, conversation, installation);
    await trx.updateTable('outgoingMails').set(body).where('id', '=', mail.id).execute();
  }
}

type Reader = { uid: string; displayName: string | null; language: string | null };

async function withoutQuote(trx: Executor, reader: Reader, conversation: Conversation, installation: Installation) {
  const { publicUrl: site } = installation;
  const t = wordsForMail(reader.language);
  const { productName: product } = await readBrand(trx, installation);
  const { name } = await trx
    .selectFrom('items')
    .select('name')
    .where('id', '=', conversation.itemId)
    .executeTakeFirstOrThrow();
  const hello = reader.displayName
    ? t('mail.hello', { name: isolated(reader.displayName, t) })
    : t('mail.helloNameless');
  const about = t('mailNewMessage.text', { item: isolated(name.replace(/\s+/g, ' '), t), product });
  const footnote = reader.uid === conversation.ownerId ? 'mailNewMessage.footnote' : 'mailNewMessage.footnoteShared';
  return mailBody(
    {
      paragraphs: [hello, about],
      action: { label: t('mailNewMessage.action'), url: site + threadPath(conversation.id) },
      footnote: t(footnote, { site, minutes: quietMinutes }),
    },
    t.language,
  );
}
