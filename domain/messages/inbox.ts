import { sql } from 'kysely';
import type { PageRequest } from '../../server/db/keyset.ts';
import type { Services } from '../../server/services.ts';
import type { Category } from '../items/contract/categories.ts';
import { itemHash } from '../items/items.ts';
import { maxPageSize } from '../lists/contract/page-size.ts';
import { listReadings } from '../moderation/readings.ts';
import { isReadableBy, namesOf } from '../sharing/members.ts';
import { type Conversation, type InboxMessage, mostUnread } from './contract/schema.ts';
import { type ConversationFilter, pageOfConversations } from './conversation-list.ts';
import { haveWordsExpired } from './conversations.ts';
import { toMessageId } from './message-id.ts';
import { type MessageRow, type MessagesRequest, readMessageRows, toMessage } from './message-rows.ts';

/** The owner of an item, or somebody with whom it is shared. */
export type Reader = { uid: string };

/** A page of the conversations that the reader may read: unread ones first, then by the newest message. */
export async function listConversations(reader: Reader, request: PageRequest & ConversationFilter, services: Services) {
  const { db } = services;
  const page = await pageOfConversations(reader, request, services);
  if (page === 'bad-cursor') return page;
  const { rows: listed, ...rest } = page;
  const ids = listed.map(({ id }) => id);
  const rows = await conversationsOf(reader, db)
    .where('conversations.id', '=', sql<string>`any(${ids})`)
    .orderBy(sql`array_position(${ids}::text[], conversations.id)`)
    .execute();
  const lastMessages = await db
    .selectFrom('webMessages')
    .selectAll()
    .where('id', '=', sql<string>`any(${rows.map((row) => row.lastMessageId)})`)
    .execute();
  const names = await namesOfOthers(reader, lastMessages, rows, db);
  const lastOf = new Map(lastMessages.map((row) => [row.conversationId, toInboxMessage(row, reader, names, services)]));
  const conversations = rows.flatMap((row) => {
    const lastMessage = lastOf.get(row.id);
    return lastMessage ? [{ ...toConversation(row, reader, names), lastMessage }] : [];
  });
  return { conversations, ...rest };
}

/** Null when the reader may read none. With `since`, only what came after that message; `next` then says that it is not all. */
export async function readConversation(
  reader: Reader,
  { id, ...request }: MessagesRequest & { id: string },
  services: Services,
): Promise<Conversation | 'bad-cursor' | 'bad-message-id' | null> {
  const row = await conversationsOf(reader, services.db)
    .where('conversations.id', '=', id)
    .where(isReadableBy(reader))
    .executeTakeFirst();
  if (!row) return null;
  const seenUpTo = await readSeenUpTo(id, services);
  const page = await readMessageRows(id, request, services);
  if (typeof page === 'string') return page;
  const { rows, ...rest } = page;
  const names = await namesOfOthers(reader, rows, [row], services.db);
  const messages = rows.map((message) => toInboxMessage(message, reader, names, services));
  const readings = await listReadings(id, services.db);
  return { ...toConversation(row, reader, names), seenUpTo, readings, messages, ...rest };
}

/** Looks at the newest 200 messages only, so that no statement grows with the conversation. */
async function readSeenUpTo(id: string, { db, keys }: Services): Promise<string | null> {
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

function conversationsOf({ uid }: Reader, db: Services['db']) {
  return db
    .selectFrom('conversations')
    .innerJoin('items', 'items.id', 'conversations.itemId')
    .selectAll('conversations')
    .select(['items.name', 'items.category', 'items.tagCode'])
    .select(
      sql<string>`case when conversations.owner_id = ${uid}
        then (select count(*) from (
          select from web_messages
          where owner_id = ${uid} and conversation_id = conversations.id and not read_by_owner limit ${mostUnread}
        ) as counted)
        else (select count(*) from (
          select from unread_by_members where uid = ${uid} and conversation_id = conversations.id limit ${mostUnread}
        ) as counted)
      end`.as('unread'),
    );
}

type ConversationRow = Awaited<ReturnType<ReturnType<typeof conversationsOf>['executeTakeFirstOrThrow']>>;

type Names = Map<string | null, string>;

function namesOfOthers(
  { uid }: Reader,
  messages: MessageRow[],
  conversations: { ownerId: string }[],
  db: Services['db'],
): Promise<Names> {
  const all = [...messages.map(({ memberUid }) => memberUid), ...conversations.map(({ ownerId }) => ownerId)];
  return namesOf(
    all.filter((each) => each !== uid),
    db,
  );
}

/** As the reader sees a message that was written in the owner's place. */
export function toInboxMessage(
  row: MessageRow,
  { uid }: Reader,
  names: Names,
  services: Pick<Services, 'keys' | 'publicUrl'>,
): InboxMessage {
  const writer = row.byMember ? row.memberUid : row.ownerId;
  const isOthers = row.author === 'owner' && writer !== uid;
  return { ...toMessage(row, services), ...(isOthers && { by: names.get(writer) ?? '' }) };
}

function toConversation(row: ConversationRow, { uid }: Reader, names: Names) {
  return {
    id: row.id,
    item: {
      id: row.itemId,
      hash: itemHash({ id: row.itemId, tagCode: row.tagCode }),
      name: row.name,
      category: row.category as Category,
    },
    ...(row.ownerId !== uid && { sharedBy: names.get(row.ownerId) ?? '' }),
    finderName: row.finderName,
    unread: Number(row.unread),
    blocked: row.blockedAt !== null,
    closed: row.closedAt !== null,
    archived: row.ownerId === uid && row.archivedAt !== null,
    muted: row.ownerId === uid && row.mutedAt !== null,
    wordsDeletedAt: row.wordsDeletedAt?.toISOString() ?? null,
    wordsExpired: haveWordsExpired(row),
    messagesChangedAt: row.messagesChangedAt?.toISOString() ?? null,
  };
}
