import { createHash } from 'node:crypto';
import { directionOf } from '../../language/languages.ts';
import type { Words } from '../../language/words.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { queueRequests } from '../../server/outgoing/request-queue.ts';
import { readBrand } from '../settings/brand.ts';
import type { PushPayload } from './contract/push-payload.ts';
import { isolated, wordsForMail } from './mail-language.ts';
import { pathTo } from './message-requests.ts';
import { quoteMessage, warningsAbout } from './quote-message.ts';
import type { Reader } from './readers.ts';
import type { UnreadMessage } from './unread-messages.ts';

/** Notifies each device of the account; without what the finder wrote, unless the account chose to see it. */
export async function pushMessages(
  trx: Executor,
  reader: Reader,
  messages: UnreadMessage[],
  installation: Installation,
): Promise<void> {
  const { uid } = reader;
  const { productName } = await readBrand(trx, installation);
  const t = wordsForMail(reader.language, installation);
  const path = pathTo(messages);
  const quote = reader.pushQuotesAt ? quoteOf(messages, t) : '';
  const payload: PushPayload = {
    title: productName,
    body: wordsOf(messages, t),
    path,
    language: t.language,
    direction: directionOf(t.language),
    topic: topicOf(path),
    ...(quote && { quote }),
  };
  const devices = await trx.selectFrom('pushSubscriptions').select('id').where('uid', '=', uid).execute();
  const body = JSON.stringify(payload);
  await queueRequests(
    trx,
    devices.map(({ id }) => ({ kind: 'push', uid, subscriptionId: id, body })),
  );
}

function wordsOf(messages: UnreadMessage[], t: Words): string {
  const count = messages.length;
  const names = new Set(messages.map(({ item }) => item.name));
  if (names.size > 1) return t('mailNewMessages.severalSubject', { count });
  const item = isolated((messages[0]?.item.name ?? '').replace(/\s+/g, ' '), t);
  return count === 1 ? t('mailNewMessage.subject', { item }) : t('mailNewMessages.subject', { item, count });
}

/** Below a warning, if it resembles a known scam. Of one conversation alone: where its words are deleted, they are found here (delete-quotes.ts). */
function quoteOf(messages: UnreadMessage[], t: Words): string {
  const last = messages.at(-1);
  const isOne = messages.every(({ conversation }) => conversation.id === last?.conversation.id);
  const quote = isOne && last ? quoteMessage(last.message, t) : '';
  return quote && last ? [...warningsAbout([last.message], t), quote].join('\n') : '';
}

/** A later notification about the same replaces the earlier one: at most 32 characters of base64url (RFC 8030). */
function topicOf(path: string): string {
  return createHash('sha256').update(path).digest('base64url').slice(0, 32);
}
