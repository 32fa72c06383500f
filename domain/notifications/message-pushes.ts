import { createHash } from 'node:crypto';
import type { Translations } from '../../language/create-translations.ts';
import { directionOf } from '../../language/languages.ts';
import type { Executor } from '../../server/db/tables.ts';
import { queueRequests } from '../../server/outgoing/requests.ts';
import type { Services } from '../../server/services.ts';
import { translationsForMail } from '../mails/mail-language.ts';
import { readBrand } from '../settings/brand.ts';
import type { PushPayload } from './contract/push-payload.ts';
import type { AboutMessages } from './message-mails.ts';
import { pathTo } from './message-requests.ts';
import { subjectOf } from './news-in-words.ts';
import { quoteMessage, warningsAbout } from './quote-message.ts';
import type { UnreadNews } from './unread-news.ts';

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
