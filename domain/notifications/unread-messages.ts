import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import type { Message } from '../messages/contract/schema.ts';
import { withoutWarning } from '../messages/message-rows.ts';

export type UnreadMessage = {
  message: Omit<Message, 'scam'>;
  conversation: { id: string; ownerId: string };
  item: { id: string; name: string };
};

/**
 * Those of the messages that the account may read and has not, oldest first; none that is deleted or of a conversation that is blocked. A
 * member may read none while their account is disabled or the item is deleted.
 */
export async function readUnreadMessages(
  trx: Executor,
  uid: string,
  ids: string[],
  { keys }: Pick<Installation, 'keys'>,
): Promise<UnreadMessage[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('webMessages')
    .innerJoin('conversations', 'conversations.id', 'webMessages.conversationId')
    .innerJoin('items', 'items.id', 'conversations.itemId')
    .selectAll('webMessages')
    .select('items.name as itemName')
    .where('webMessages.id', '=', sql<string>`any(${ids}::bigint[])`)
    .where('blockedAt', 'is', null)
    .where('webMessages.deletedAt', 'is', null)
    .where(({ and, eb, exists, or, selectFrom }) =>
      or([
        and([
          eb('conversations.ownerId', '=', uid),
          eb('readByOwner', '=', false),
          eb('conversations.mutedAt', 'is', null),
        ]),
        exists(
          selectFrom('unreadByMembers')
            .innerJoin('itemMembers', (join) =>
              join
                .onRef('itemMembers.itemId', '=', 'unreadByMembers.itemId')
                .onRef('itemMembers.uid', '=', 'unreadByMembers.uid'),
            )
            .innerJoin('users', 'users.uid', 'itemMembers.uid')
            .select('messageId')
            .where('unreadByMembers.uid', '=', uid)
            .where('itemMembers.mutedAt', 'is', null)
            .where('users.disabledAt', 'is', null)
            .where('items.deletedAt', 'is', null)
            .whereRef('unreadByMembers.conversationId', '=', 'webMessages.conversationId')
            .whereRef('messageId', '=', 'webMessages.id'),
        ),
      ]),
    )
    .orderBy('webMessages.id')
    .execute();
  return rows.map(({ itemName, ...row }) => ({
    message: withoutWarning(row, keys),
    conversation: { id: row.conversationId, ownerId: row.ownerId },
    item: { id: row.itemId, name: itemName },
  }));
}
