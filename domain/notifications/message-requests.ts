import { sql } from 'kysely';
import { inboxPath, threadPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import { queueRequests } from '../../server/outgoing/requests.ts';
import type { Services } from '../../server/services.ts';
import { restLanguageOf } from '../settings/languages.ts';
import type { AboutMessages } from './message-mails.ts';
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

/** To the conversation, or to all of them. */
export function pathTo({ conversationId }: UnreadNews): string {
  return conversationId ? threadPath(conversationId) : inboxPath();
}

/** When requests of the kind about the account were made in the last day, newest first; those of one moment are one notification. What a program may have sent does not count. */
export async function readTimesOfRequests(trx: Executor, kind: 'push' | 'webhook', uid: string): Promise<Date[]> {
  const rows = await trx
    .selectFrom('outgoingRequests')
    .select('createdAt')
    .distinct()
    .where('uid', '=', uid)
    .where('kind', '=', kind)
    .where('possiblyAutomatic', '=', false)
    .where('createdAt', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('createdAt', 'desc')
    .execute();
  return rows.map(({ createdAt }) => createdAt);
}
