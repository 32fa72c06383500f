import { sql } from 'kysely';
import type { Translations } from '../../language/create-translations.ts';
import { unsubscribePath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { mail } from '../mails/mail.ts';
import type { MailContent } from '../mails/mail-body.tsx';
import { translationsForMail } from '../mails/mail-language.ts';
import { makeUnsubscribeToken } from '../mails/unsubscribe-tokens.ts';
import { pathTo } from './message-requests.ts';
import { itemInWords, listItemNames, quoteMessage, subjectOf, warningsAbout } from './news-in-words.ts';
import { type NotifiedReader, timesOfLastDay } from './readers.ts';
import type { UnreadNews } from './unread-news.ts';

const possiblyAutomaticPurpose = 'held-messages';

export type AboutMessages = { reader: NotifiedReader; news: UnreadNews };

/** About one message, or about several together; without a word of what a program may have sent. */
export const mailMessages = mail(
  'new-message',
  toReader,
  ({ t, product, services }, { reader, news }: AboutMessages) => {
    const quotes = reader.isConfirmed === true && services.mailQuotesFinders;
    return { purpose: purposeFor(news), ...wordsAbout(news, { t, product, uid: reader.uid, quotes, services }) };
  },
);

type Saying = { t: Translations; product: string; uid: string; quotes: boolean; services: Services };

export function wordsAbout(news: UnreadNews, saying: Saying) {
  const { t, uid, services } = saying;
  const site = services.publicUrl;
  const owners = news.isOwner ? t('mailNewMessage.footnote', { site }) : t('mailNewMessage.footnoteShared', { site });
  const token = makeUnsubscribeToken('messages', uid, services.keys);
  return {
    subject: subjectOf(news, t),
    picture: news.items.length === 1 ? news.items[0]?.picture : undefined,
    paragraphs: paragraphsAbout(news, saying),
    action: {
      label: news.count === 1 ? t('mailNewMessage.action') : t('mailNewMessages.action'),
      url: site + pathTo(news),
    },
    footnote: news.possiblyAutomatic ? t('mailHeldMessages.footnote', { site }) : owners,
    unsubscribe: { label: t('mailNewMessage.unsubscribe'), url: site + unsubscribePath(token) },
  };
}

async function toReader(_: Executor, { reader }: { reader: NotifiedReader }, services: Services) {
  const { uid, email, displayName: name, language } = reader;
  return { uid, email, name, t: translationsForMail(language, services) };
}

function purposeFor({ possiblyAutomatic, conversationId }: UnreadNews): string {
  if (possiblyAutomatic) return possiblyAutomaticPurpose;
  return conversationId ? purposeOf(conversationId) : 'new-messages';
}

export const purposeOf = (conversationId: string) => `new-message ${conversationId}`;

/** When the account was mailed about messages in the last day, newest first. */
export function readTimesOfMails(trx: Executor, uid: string): Promise<Date[]> {
  const made = sql`select created_at from outgoing_mails where uid = ${uid} and purpose like 'new-message%'`;
  return timesOfLastDay(trx, made);
}

/** When the account was told of what a program may have sent, by any channel, in the last day; newest first. All of one notification have one time. */
export function readTimesOfPossiblyAutomatic(trx: Executor, uid: string): Promise<Date[]> {
  const made = sql`
    select created_at from outgoing_mails where uid = ${uid} and purpose = ${possiblyAutomaticPurpose}
    union select created_at from outgoing_requests where uid = ${uid} and possibly_automatic`;
  return timesOfLastDay(trx, made);
}

function paragraphsAbout(news: UnreadNews, { t, product, quotes, services }: Saying): MailContent['paragraphs'] {
  const { count, items } = news;
  const { list, isWhole } = listItemNames(news, t);
  if (news.possiblyAutomatic) {
    const text = isWhole ? 'mailHeldMessages.text' : 'mailHeldMessages.textOfSome';
    return [t(text, { count, list }), t('mailHeldMessages.judge', { product })];
  }
  if (items.length !== 1)
    return [t(isWhole ? 'mailNewMessages.several' : 'mailNewMessages.severalOfSome', { count, list, product })];
  const item = itemInWords(items[0]?.name ?? '', t);
  const said = quotes ? news.last.map((message) => ({ message, quote: quoteMessage(message, t) })) : [];
  const quoted = said.filter(({ quote }) => quote);
  if (quoted.length === 0)
    return [
      count === 1 ? t('mailNewMessage.text', { item, product }) : t('mailNewMessages.text', { item, count, product }),
    ];
  const warnings = warningsAbout(
    quoted.map(({ message }) => message),
    t,
    services,
  );
  return [
    count === 1 ? t('mailNewMessage.wrote', { item }) : t('mailNewMessages.wrote', { item, count }),
    { words: quoted.map(({ quote }) => quote).join('\n') },
    ...warnings,
    t('mailNewMessage.readWhole', { product }),
  ];
}
