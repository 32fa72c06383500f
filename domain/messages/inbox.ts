import { type Selectable, sql } from 'kysely';
import type { Tables } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import type { Category } from '../items/contract/categories.ts';
import { toItemHash } from '../items/contract/item-hash.ts';
import type { Owner } from '../items/items.ts';
import { type Conversation, type ConversationSummary, mostConversations, mostUnread } from './contract/schema.ts';
import { newestMessages, toMessage } from './message-rows.ts';

/** Lists the 200 conversations with the newest messages. */
export async function listConversations(
  owner: Owner,
  installation: Installation,
): Promise<{ conversations: ConversationSummary[]; more?: true }> {
  const { db, keys } = installation;
  const rows = await conversationsOf(owner, db)
    .orderBy('conversations.lastMessageId', (order) => order.desc().nullsLast())
    .limit(mostConversations + 1)
    .execute();
  const shown = rows.slice(0, mostConversations);
  const lastMessages = await db
    .selectFrom('webMessages')
    .selectAll()
    .where('id', '=', sql<string>`any(${shown.map((row) => row.lastMessageId)})`)
    .execute();
  const lastOf = new Map(lastMessages.map((row) => [row.conversationId, toMessage(row, keys)]));
  const conversations = shown.flatMap((row) => {
    const lastMessage = lastOf.get(row.id);
    return lastMessage ? [{ ...toConversation(row), lastMessage }] : [];
  });
  return { conversations, ...(rows.length > mostConversations && { more: true }) };
}

export async function readConversation(
  owner: Owner,
  id: string,
  installation: Installation,
): Promise<Conversation | null> {
  const row = await conversationsOf(owner, installation.db).where('conversations.id', '=', id).executeTakeFirst();
  return row ? { ...toConversation(row), ...(await newestMessages(id, installation)) } : null;
}

function conversationsOf(owner: Owner, db: Installation['db']) {
  return db
    .selectFrom('conversations')
    .innerJoin('items', 'items.id', 'conversations.itemId')
    .select((select) => [
      'conversations.id',
      'conversations.itemId',
      'conversations.finderName',
      'conversations.blockedAt',
      'conversations.closedAt',
      'items.name',
      'items.category',
      // During an upgrade, a process of the earlier release leaves it empty.
      sql<string>`coalesce(last_message_id, (select max(id) from web_messages where conversation_id = conversations.id))`.as(
        'lastMessageId',
      ),
      select
        .selectFrom((inner) =>
          inner
            .selectFrom('webMessages')
            .select('webMessages.id')
            .where('webMessages.ownerId', '=', owner.uid)
            .whereRef('webMessages.conversationId', '=', 'conversations.id')
            .where('webMessages.readByOwner', '=', false)
            .limit(mostUnread)
            .as('counted'),
        )
        .select((inner) => inner.fn.countAll<string>().as('count'))
        .as('unread'),
    ])
    .where('conversations.ownerId', '=', owner.uid);
}

type ConversationRow = Pick<
  Selectable<Tables['conversations']>,
  'id' | 'itemId' | 'finderName' | 'blockedAt' | 'closedAt'
> &
  Pick<Selectable<Tables['items']>, 'name' | 'category'> & { unread: string | null };

function toConversation(row: ConversationRow) {
  return {
    id: row.id,
    item: { id: row.itemId, hash: toItemHash(row.itemId), name: row.name, category: row.category as Category },
    finderName: row.finderName,
    unread: Number(row.unread),
    blocked: row.blockedAt !== null,
    closed: row.closedAt !== null,
  };
}
