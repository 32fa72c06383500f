import { sql } from 'kysely';
import { isoTimes } from '../../server/db/keyset.ts';
import { isThere } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Services } from '../../server/services.ts';
import type { OpenedConversation } from '../messages/conversations.ts';
import { fromMessageId } from '../messages/message-id.ts';
import { readingMinutes } from './contract/limits.ts';
import type { ReadingAbout } from './contract/reading.ts';

const mostShown = 20;

/** When administrators read a conversation, and why, as its owner is told: the newest 20, oldest first. */
export async function listReadings(conversationId: string, db: Executor): Promise<{ at: string; reason: string }[]> {
  const rows = await db
    .selectFrom('messageReadings')
    .select(['createdAt as at', 'reason'])
    .where('conversationId', '=', conversationId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute();
  return rows.reverse().map(isoTimes);
}

export function lastReading(conversationId: string) {
  return sql<Date | null>`(select max(created_at) from message_readings where conversation_id = ${conversationId})`;
}

/** The newest reason of an administrator that still opens the conversation to them, if there is one. */
export function openReadings(db: Executor, { uid }: { uid: string }, conversationId: string) {
  return db
    .selectFrom('messageReadings')
    .select('createdAt')
    .where('conversationId', '=', conversationId)
    .where('adminUid', '=', uid)
    .where('createdAt', '>', sql<Date>`now() - make_interval(mins => ${readingMinutes})`)
    .orderBy('createdAt', 'desc')
    .limit(1);
}

type Conversation = { id: string; itemId: string };

/** Runs with the conversation locked, if what an administrator names is there and about it. */
export function onConversation<Result>(
  { id, about }: { id: string; about: ReadingAbout },
  services: Services,
  work: (trx: Executor, publish: Publish, conversation: OpenedConversation) => Promise<Result>,
): Promise<Result | 'no-conversation' | 'not-about-it'> {
  return services.events.transaction(async (trx, publish) => {
    const found = trx.selectFrom('conversations').selectAll().where('id', '=', id).forNoKeyUpdate();
    const conversation = await found.executeTakeFirst();
    if (!conversation) return 'no-conversation';
    return (await isAbout(trx, about, conversation, services)) ? work(trx, publish, conversation) : 'not-about-it';
  });
}

/** A contact request need not be about it. */
async function isAbout(trx: Executor, { kind, id }: ReadingAbout, conversation: Conversation, { keys }: Services) {
  const found = {
    report: () => trx.selectFrom('reports').select('id').where('id', '=', id).where(ofConversation(conversation)),
    'tag-report': () =>
      trx
        .selectFrom('tagReports')
        .innerJoin('tags', 'tags.code', 'tagReports.tagCode')
        .select('tagReports.id')
        .where(sql<boolean>`tag_reports.id::text = ${id}`)
        .where('tags.itemId', '=', conversation.itemId),
    'held-message': () =>
      trx
        .selectFrom('webMessages')
        .select('id')
        .where('id', '=', fromMessageId(id, keys) ?? '0')
        .where('heldReason', 'is not', null)
        .where(ofConversation(conversation)),
    'contact-request': () => trx.selectFrom('contactRequests').select('id').where('id', '=', id),
  }[kind]();
  return isThere(found);
}

function ofConversation({ id }: Conversation) {
  return sql<boolean>`conversation_id = ${id}`;
}
