import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import type { Owner } from '../items/items.ts';
import { type Message, mostUnread } from './contract/schema.ts';
import { lockState, stateOf } from './conversation-state.ts';
import { fromMessageId } from './message-id.ts';
import { type OverLimit, takeReply } from './message-limits.ts';
import { addMessage, findSent, toMessage } from './message-rows.ts';

/**
 * Marks what the owner has seen of a conversation as read, and what came before it. An id of another conversation's message marks nothing.
 * @param upTo id of the last message shown; what came after it stays unread
 * @returns how many of the owner's messages are unread now; null when the id is none of ours
 */
export async function markConversationRead(
  owner: Owner,
  { id, upTo }: { id: string; upTo: string },
  installation: Installation,
): Promise<number | null> {
  const last = fromMessageId(upTo, installation.keys);
  if (last === undefined) return null;
  const own = { id, ownerId: owner.uid };
  await installation.events.transaction(async (trx, publish) => {
    if (await markUpTo(own, last, trx)) publish({ kind: 'unread', uid: owner.uid }, { kind: 'conversation', ...own });
  });
  return countUnread(owner, installation);
}

/** A thousand at a time, so that no statement grows with the conversation. @returns whether there was anything to mark */
async function markUpTo(
  { id, ownerId }: { id: string; ownerId: string },
  last: string,
  trx: Executor,
): Promise<boolean> {
  const ofConversation = trx.selectFrom('webMessages').where('conversationId', '=', id).where('ownerId', '=', ownerId);
  const isOfConversation = ofConversation.select('id').where('id', '=', last);
  for (let marked = false; ; marked = true) {
    const { numUpdatedRows } = await trx
      .updateTable('webMessages')
      .set({ readByOwner: true })
      .where(
        'id',
        'in',
        ofConversation
          .select('id')
          .where('readByOwner', '=', false)
          .where('id', '<=', isOfConversation)
          .orderBy('id')
          .limit(1000),
      )
      .executeTakeFirst();
    if (numUpdatedRows < 1000n) return marked || numUpdatedRows > 0n;
  }
}

/** How many messages the owner has not read (C-3.04); at most 1,000 are counted. */
export async function countUnread(owner: Owner, { db }: Pick<Installation, 'db'>): Promise<number> {
  const unread = db
    .selectFrom('webMessages')
    .select('id')
    .where('ownerId', '=', owner.uid)
    .where('readByOwner', '=', false)
    .limit(mostUnread);
  const { count } = await db
    .selectFrom(unread.as('unread'))
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The same for many owners at once, by their uid. */
export async function countUnreadOf(uids: string[], { db }: Pick<Installation, 'db'>): Promise<Map<string, number>> {
  const { rows } = await sql<{ uid: string; count: string }>`
    select uid, count from unnest(${uids}::text[]) as owners (uid), lateral (
      select count(*) from (
        select from web_messages where owner_id = uid and not read_by_owner limit ${mostUnread}
      ) as unread
    ) as counted`.execute(db);
  return new Map(rows.map(({ uid, count }) => [uid, Number(count)]));
}

/**
 * The owner answers the finder. Null when the conversation is not theirs.
 * @param reply its key is made by the form; the same key sends one message, however often it is sent
 */
export async function replyToFinder(
  owner: Owner,
  reply: { conversationId: string; key: string; text: string },
  { db, events, keys, limits }: Installation,
): Promise<Message | 'closed' | OverLimit | null> {
  const conversation = await db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', reply.conversationId)
    .where('ownerId', '=', owner.uid)
    .executeTakeFirst();
  if (!conversation) return null;
  if (stateOf(conversation) !== 'open') return 'closed';
  const sendingKey = `owner:${reply.conversationId}:${reply.key}`;
  const earlier = await findSent(db, sendingKey);
  if (earlier) return toMessage(earlier, keys);
  const refusal = await takeReply(conversation.id, limits);
  if (refusal) return refusal;
  return events.transaction(async (trx, publish) => {
    if ((await lockState(trx, conversation.id)) !== 'open') return 'closed';
    const { row, added } = await addMessage(trx, { conversation, author: 'owner', text: reply.text, sendingKey });
    if (added) publish({ kind: 'conversation', id: conversation.id, ownerId: owner.uid });
    return toMessage(row, keys);
  });
}

/** The finder can no longer write in this conversation; what was written stays. False when it is not the owner's. */
export function blockConversation(owner: Owner, id: string, installation: Installation): Promise<boolean> {
  return setBlocked(owner, id, new Date(), installation);
}

/** Lets the finder write again. False when the conversation is not the owner's. */
export function unblockConversation(owner: Owner, id: string, installation: Installation): Promise<boolean> {
  return setBlocked(owner, id, null, installation);
}

function setBlocked(owner: Owner, id: string, blockedAt: Date | null, { events }: Installation) {
  return events.transaction(async (trx, publish) => {
    const { numUpdatedRows } = await trx
      .updateTable('conversations')
      .set({ blockedAt })
      .where('id', '=', id)
      .where('ownerId', '=', owner.uid)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) publish({ kind: 'conversation', id, ownerId: owner.uid });
    return numUpdatedRows > 0n;
  });
}
