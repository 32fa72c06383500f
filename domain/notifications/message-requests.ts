import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Translations } from '../../language/create-translations.ts';
import { directionOf } from '../../language/languages.ts';
import { inboxPath, threadPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import { queueRequests } from '../../server/outgoing/requests.ts';
import type { Services } from '../../server/services.ts';
import { translationsForMail } from '../mails/mail-language.ts';
import { readBrand } from '../settings/brand.ts';
import { restLanguageOf } from '../settings/languages.ts';
import type { PushPayload } from './contract/settings.ts';
import type { AboutMessages } from './message-mails.ts';
import { quoteMessage, subjectOf, warningsAbout } from './news-in-words.ts';
import { timesOfLastDay } from './readers.ts';
import type { UnreadNews } from './unread-news.ts';

/** Tells the operator's webhook that somebody has messages, without a word of them (docs/webhook.md). */
export async function postMessages(trx: Executor, { reader, news }: AboutMessages, services: Services): Promise<void> {
  const { uid, email, language, now } = reader;
  const { count, items, possiblyAutomatic } = news;
  const data = {
    account: { id: uid, email, language: restLanguageOf(language, services) },
    messages: count,
    items: items.map(({ id, name }) => ({ id, name })),
    possiblyAutomatic,
    url: services.publicUrl + pathTo(news),
  };
  const body = JSON.stringify({ type: 'message.received', timestamp: now.toISOString(), data });
  await queueRequests(trx, [{ kind: 'webhook', uid, body, possiblyAutomatic }]);
}

export function pathTo({ conversationId }: UnreadNews): string {
  return conversationId ? threadPath(conversationId) : inboxPath();
}

/** When requests of the kind about the account were made in the last day, newest first; those of one moment are one notification. What a program may have sent does not count. */
export function readTimesOfRequests(trx: Executor, kind: 'push' | 'webhook', uid: string): Promise<Date[]> {
  const made = sql`
    select distinct created_at from outgoing_requests
    where uid = ${uid} and kind = ${kind} and not possibly_automatic`;
  return timesOfLastDay(trx, made);
}

/** Notifies each device of the account; without what the finder wrote, unless the account chose to see it. */
export async function pushMessages(trx: Executor, { reader, news }: AboutMessages, services: Services): Promise<void> {
  const { uid } = reader;
  const { productName } = await readBrand(trx, services);
  const t = translationsForMail(reader.language, services);
  const path = pathTo(news);
  const quote = reader.pushQuotesAt && !news.possiblyAutomatic ? quoteOf(news, t, services) : '';
  const payload: PushPayload = {
    title: productName,
    body: subjectOf(news, t),
    path,
    language: t.language,
    direction: directionOf(t.language),
    topic: topicOf(path, news),
    ...(quote && { quote }),
  };
  const devices = await trx.selectFrom('pushSubscriptions').select('id').where('uid', '=', uid).execute();
  const body = JSON.stringify(payload);
  await queueRequests(
    trx,
    devices.map(({ id }) => ({
      kind: 'push',
      uid,
      subscriptionId: id,
      body,
      possiblyAutomatic: news.possiblyAutomatic,
    })),
  );
}

/** Below a warning, if it resembles a known scam. Of one conversation alone: where its words are deleted, they are found here (delete-quotes.ts). */
function quoteOf({ last }: UnreadNews, t: Translations, services: Services): string {
  const newest = last.at(-1);
  const quote = newest && quoteMessage(newest, t);
  return quote ? [...warningsAbout([newest], t, services), quote].join('\n') : '';
}

/** A later notification about the same replaces the earlier one, but one that may be a program's no other: at most 32 characters of base64url (RFC 8030). */
function topicOf(path: string, { possiblyAutomatic }: UnreadNews): string {
  return createHash('sha256')
    .update(possiblyAutomatic ? `${path} possibly automatic` : path)
    .digest('base64url')
    .slice(0, 32);
}
