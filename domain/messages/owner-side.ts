import type { Selectable } from 'kysely';
import type { Tables } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import type { Category } from '../items/categories.ts';
import { toItemHash } from '../items/item-hash.ts';
import type { Owner } from '../items/items.ts';
import { addMessage, messagesOf, toMessage } from './message-rows.ts';
import type { Conversation, ConversationSummary, Message } from './schema.ts';

/** The owner's conversations, the one with the newest message first. */
export async function listConversations(owner: Owner, { db }: Installation): Promise<ConversationSummary[]> {
  const rows = await conversationsOf(owner, db).execute();
  const lastMessages = await db
    .selectFrom('webMessages')
    .selectAll()
    .distinctOn('conversationId')
    .where('ownerId', '=', owner.uid)
    .orderBy('conversationId')
    .orderBy('id', 'desc')
    .execute();
  const lastOf = new Map(lastMessages.map((row) => [row.conversationId, toMessage(row)]));
  return rows
    .flatMap((row) => {
      const lastMessage = lastOf.get(row.id);
      return lastMessage ? [{ ...toConversation(row), lastMessage }] : [];
    })
    .sort((a, b) => Number(b.lastMessage.id) - Number(a.lastMessage.id));
}

/** One conversation with all its messages; null when there is none such, or it is somebody else's. */
export async function readConversation(owner: Owner, id: string, { db }: Installation): Promise<Conversation | null> {
  const row = await conversationsOf(owner, db).where('conversations.id', '=', id).executeTakeFirst();
  return row ? { ...toConversation(row), messages: await messagesOf(db, id) } : null;
}

/**
 * Marks what the owner has seen of a conversation as read.
 * @param upTo id of the last message shown; what came after it stays unread
 * @returns how many of the owner's messages are unread now
 */
export async function markConversationRead(
  owner: Owner,
  { id, upTo }: { id: string; upTo: string },
  installation: Installation,
): Promise<number> {
  const { db, events } = installation;
  const marked = await db
    .updateTable('webMessages')
    .set({ readByOwner: true })
    .where('conversationId', '=', id)
    .where('ownerId', '=', owner.uid)
    .where('id', '<=', upTo)
    .where('readByOwner', '=', false)
    .executeTakeFirst();
  if (marked.numUpdatedRows > 0n) {
    events.publish({ kind: 'unread', uid: owner.uid }, { kind: 'conversation', id, ownerId: owner.uid });
  }
  return countUnread(owner, installation);
}

/** How many messages the owner has not read (C-3.04). */
export async function countUnread(owner: Owner, { db }: Pick<Installation, 'db'>): Promise<number> {
  const { count } = await db
    .selectFrom('webMessages')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('ownerId', '=', owner.uid)
    .where('readByOwner', '=', false)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * The owner answers the finder. Null when the conversation is not theirs.
 * @param key made by the form; the same key sends one message, however often it is sent
 */
export async function replyToFinder(
  owner: Owner,
  reply: { conversationId: string; key: string; text: string },
  { db, events }: Installation,
): Promise<Message | 'closed' | null> {
  const conversation = await db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', reply.conversationId)
    .where('ownerId', '=', owner.uid)
    .executeTakeFirst();
  if (!conversation) return null;
  if (conversation.blockedAt || conversation.closedAt) return 'closed';
  const sendingKey = `owner:${reply.conversationId}:${reply.key}`;
  const { row, added } = await addMessage(db, { conversation, author: 'owner', text: reply.text, sendingKey });
  if (added) events.publish({ kind: 'conversation', id: conversation.id, ownerId: owner.uid });
  return toMessage(row);
}

/** The finder can no longer write in this conversation; what was written stays. False when it is not the owner's. */
export function blockConversation(owner: Owner, id: string, installation: Installation): Promise<boolean> {
  return setBlocked(owner, id, new Date(), installation);
}

/** Lets the finder write again. False when the conversation is not the owner's. */
export function unblockConversation(owner: Owner, id: string, installation: Installation): Promise<boolean> {
  return setBlocked(owner, id, null, installation);
}

async function setBlocked(owner: Owner, id: string, blockedAt: Date | null, { db, events }: Installation) {
  const { numUpdatedRows } = await db
    .updateTable('conversations')
    .set({ blockedAt })
    .where('id', '=', id)
    .where('ownerId', '=', owner.uid)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) events.publish({ kind: 'conversation', id, ownerId: owner.uid });
  return numUpdatedRows > 0n;
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
      select
        .selectFrom('webMessages')
        .select((inner) => inner.fn.countAll<string>().as('count'))
        .whereRef('webMessages.conversationId', '=', 'conversations.id')
        .where('webMessages.readByOwner', '=', false)
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
