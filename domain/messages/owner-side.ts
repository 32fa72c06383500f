import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import type { Owner } from '../items/items.ts';
import { type Message, mostUnread } from './contract/schema.ts';
import { lockState, stateOf } from './conversation-state.ts';
import { fromMessageId } from './message-id.ts';
import { type OverLimit, takeReply } from './message-limits.ts';
import { addMessage, findSent, toMessage } from './message-rows.ts';

/** Marks the messages up to one as read. @returns how many are unread now; null when `upTo` is no message id */
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

/** Marks 1,000 at a time, which limits each statement. @returns whether there was anything to mark */
async function markUpTo(
  { id, ownerId }: { id: string; ownerId: string },
  last: string,
  trx: Executor,
): Promise<boolean> {
  const ofConversation = trx.selectFrom('webMessages').where('conversationId', '=', id).where('ownerId', '=', ownerId);
  const isOfConversation = ofConversation.select('id').where('id', '=', last);
  const unread = ofConversation
    .select('id')
    .where('readByOwner', '=', false)
    .where('id', '<=', isOfConversation)
    .orderBy('id')
    .limit(1000);
  for (let marked = false; ; marked = true) {
    const { numUpdatedRows } = await trx
      .updateTable('webMessages')
      .set({ readByOwner: true })
      // An array is read once, whatever the planner believes of the table.
      .where((row) => sql`${row.ref('id')} = any(array(${unread}))`)
      .executeTakeFirst();
    if (numUpdatedRows < 1000n) return marked || numUpdatedRows > 0n;
  }
}

/** Counts up to 1,000 unread messages of the owner (C-3.04). */
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

export async function countUnreadOf(uids: string[], { db }: Pick<Installation, 'db'>): Promise<Map<string, number>> {
  const { rows } = await sql<{ uid: string; count: string }>`
    select uid, count from unnest(${uids}::text[]) as owners (uid), lateral (
      select count(*) from (
        select from web_messages where owner_id = uid and not read_by_owner limit ${mostUnread}
      ) as unread
    ) as counted`.execute(db);
  return new Map(rows.map(({ uid, count }) => [uid, Number(count)]));
}

export type Reply = {
  conversationId: string;
  key: string;
  text: string;
  /** Id of the last message that the owner was shown; without it, they answer all that came so far. */
  upTo?: string | undefined;
};

/**
 * Sends the owner's reply, and marks what it answers as read; null when the conversation is not theirs. The same key sends only one
 * message.
 */
export async function replyToFinder(
  owner: Owner,
  reply: Reply,
  { db, events, keys, limits }: Installation,
): Promise<Message | 'closed' | 'bad-message-id' | OverLimit | null> {
  const answered = reply.upTo === undefined ? undefined : fromMessageId(reply.upTo, keys);
  if (reply.upTo !== undefined && answered === undefined) return 'bad-message-id';
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
    if (added) {
      const own = { id: conversation.id, ownerId: owner.uid };
      if (await markUpTo(own, answered ?? row.id, trx)) publish({ kind: 'unread', uid: owner.uid });
      publish({ kind: 'conversation', ...own });
    }
    return toMessage(row, keys);
  });
}

export function blockConversation(owner: Owner, id: string, installation: Installation): Promise<boolean> {
  return setBlocked(owner, id, new Date(), installation);
}

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
