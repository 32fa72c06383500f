import { sql } from 'kysely';
import { inboxPath, threadPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { queueRequests } from '../../server/outgoing/request-queue.ts';
import { restLanguageOf } from '../settings/languages.ts';
import type { Reader } from './readers.ts';
import type { UnreadMessage } from './unread-messages.ts';

/** Tells the operator's webhook that somebody has messages, without a word of them (docs/webhook.md). */
export async function postMessages(
  trx: Executor,
  { uid, email, language, now }: Reader,
  messages: UnreadMessage[],
  installation: Installation,
): Promise<void> {
  const items = [...new Map(messages.map(({ item }) => [item.id, item])).values()];
  const data = {
    account: { id: uid, email, language: restLanguageOf(language, installation) },
    messages: messages.length,
    items: items.map(({ id, name }) => ({ id, name })),
    url: installation.publicUrl + pathTo(messages),
  };
  const body = JSON.stringify({ type: 'message.received', timestamp: now.toISOString(), data });
  await queueRequests(trx, [{ kind: 'webhook', uid, body }]);
}

/** To the conversation, or to all of them. */
export function pathTo(messages: UnreadMessage[]): string {
  const [first, ...rest] = new Set(messages.map(({ conversation }) => conversation.id));
  return first && rest.length === 0 ? threadPath(first) : inboxPath();
}

/** When requests of the kind about the account were made in the last day, newest first; those of one moment are one notice. */
export async function readTimesOfRequests(trx: Executor, kind: 'push' | 'webhook', uid: string): Promise<Date[]> {
  const rows = await trx
    .selectFrom('outgoingRequests')
    .select('createdAt')
    .distinct()
    .where('uid', '=', uid)
    .where('kind', '=', kind)
    .where('createdAt', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('createdAt', 'desc')
    .execute();
  return rows.map(({ createdAt }) => createdAt);
}
