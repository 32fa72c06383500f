import { type Selectable, sql } from 'kysely';
import { type PageRequest, readPage } from '../../server/db/keyset.ts';
import type { Tables } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import type { Category } from '../items/contract/categories.ts';
import { toItemHash } from '../items/contract/item-hash.ts';
import type { Owner } from '../items/items.ts';
import { maxPageSize } from '../lists/contract/page-size.ts';
import { type Conversation, type ConversationSummary, mostUnread } from './contract/schema.ts';
import { toMessageId } from './message-id.ts';
import { type MessagesRequest, maxMessageId, readMessages, toMessage } from './message-rows.ts';

/** A page of the owner's conversations, the one with the newest message first. */
export async function listConversations(
  owner: Owner,
  request: PageRequest,
  { db, keys }: Installation,
): Promise<{ conversations: ConversationSummary[]; next?: string } | 'bad-cursor'> {
  const page = await readPage({
    ...request,
    list: JSON.stringify(['conversations', owner.uid]),
    keys,
    read: (position, limit) =>
      conversationsOf(owner, db)
        .where('conversations.lastMessageId', '<', position?.[0] ?? maxMessageId)
        .orderBy('conversations.lastMessageId', (order) => order.desc().nullsLast())
        .limit(limit)
        .execute(),
    positionOf: (row) => [row.lastMessageId ?? ''],
  });
  if (page === 'bad-cursor') return page;
  const { rows, ...rest } = page;
  const lastMessages = await db
    .selectFrom('webMessages')
    .selectAll()
    .where('id', '=', sql<string>`any(${rows.map((row) => row.lastMessageId)})`)
    .execute();
  const lastOf = new Map(lastMessages.map((row) => [row.conversationId, toMessage(row, keys)]));
  const conversations = rows.flatMap((row) => {
    const lastMessage = lastOf.get(row.id);
    return lastMessage ? [{ ...toConversation(row), lastMessage }] : [];
  });
  return { conversations, ...rest };
}

/**
 * One conversation with a page of its messages, the newest or those before them; null when there is none such, or it is somebody else's.
 * @param request with `since`, only what came after that message; `next` then says that it is not all of it
 */
export async function readConversation(
  owner: Owner,
  { id, ...request }: MessagesRequest & { id: string },
  installation: Installation,
): Promise<Conversation | 'bad-cursor' | 'bad-message-id' | null> {
  const row = await conversationsOf(owner, installation.db).where('conversations.id', '=', id).executeTakeFirst();
  if (!row) return null;
  const seenUpTo = await readSeenUpTo(id, installation);
  const page = await readMessages(id, request, installation);
  return typeof page === 'string' ? page : { ...toConversation(row), seenUpTo, ...page };
}

/** Looks at the newest 200 messages only, so that no statement grows with the conversation. */
async function readSeenUpTo(id: string, { db, keys }: Installation): Promise<string | null> {
  const newest = db
    .selectFrom('webMessages')
    .select(['id', 'author', 'readByFinder'])
    .where('conversationId', '=', id)
    .orderBy('id', 'desc')
    .limit(maxPageSize);
  const row = await db
    .selectFrom(newest.as('newest'))
    .select('id')
    .where('author', '=', 'owner')
    .where('readByFinder', '=', true)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toMessageId(row.id, keys) : null;
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
      'conversations.lastMessageId',
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
