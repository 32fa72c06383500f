import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { fromMessageId } from '../messages/message-id.ts';
import type { ReadingAbout } from './contract/reading.ts';

type Conversation = { id: string; itemId: string };

/** Whether what an administrator names is there and about the conversation; a contact request need not be. */
export async function isAbout(
  trx: Executor,
  { kind, id }: ReadingAbout,
  conversation: Conversation,
  { keys }: Services,
): Promise<boolean> {
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
  return (await found.executeTakeFirst()) !== undefined;
}

function ofConversation({ id }: Conversation) {
  return sql<boolean>`conversation_id = ${id}`;
}
