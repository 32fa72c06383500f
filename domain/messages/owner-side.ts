import { sql } from 'kysely';
import { hasChanged } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Services } from '../../server/services.ts';
import { creationKeyOf } from '../accounts/contract/uid.ts';
import { Conflict } from '../conflicts/conflict.ts';
import type { Owner } from '../items/items.ts';
import { notifyFinder } from '../notifications/notify-finder.ts';
import { isReadableBy, lockMembership, publishConversation } from '../sharing/members.ts';
import type { AnyReply } from './contract/ready-replies.ts';
import { type InboxMessage, type Meeting, mostUnread } from './contract/schema.ts';
import { conversationStateOf, lockState, type OpenedConversation } from './conversations.ts';
import { type Reader, toInboxMessage } from './inbox.ts';
import { fromMessageId, toMessageId } from './message-id.ts';
import { type OverLimit, takeReply } from './message-limits.ts';
import { addMessage, findSent, type MessageRow } from './message-rows.ts';

/** Marks the messages up to one as read by the reader. @returns how many are unread now; null when `upTo` is no message id */
export async function markConversationRead(
  reader: Reader,
  { id, upTo }: { id: string; upTo: string },
  services: Services,
): Promise<number | null> {
  const last = fromMessageId(upTo, services.keys);
  if (last === undefined) return null;
  const { uid } = reader;
  await services.events.transaction(async (trx, publish) => {
    await lockState(trx, id);
    if (await markUpTo({ id, ownerId: uid }, last, trx)) {
      publish({ kind: 'unread', uid });
      await publishConversation(trx, publish, { id, ownerId: uid });
    } else if (await markUpToByMember(reader, id, last, trx)) publish({ kind: 'unread', uid });
  });
  return countUnread(reader, services);
}

async function markUpToByMember({ uid }: Reader, id: string, last: string, trx: Executor): Promise<boolean> {
  return hasChanged(
    trx
      .deleteFrom('unreadByMembers')
      .where('uid', '=', uid)
      .where('conversationId', '=', id)
      .where('messageId', '<=', last)
      .where('itemId', 'in', trx.selectFrom('items').select('id').where('deletedAt', 'is', null)),
  );
}

async function markUpTo(conversation: { id: string; ownerId: string }, last: string, trx: Executor): Promise<boolean> {
  if (!(await markMessagesUpTo(conversation, last, trx))) return false;
  const { id, ownerId } = conversation;
  const unread = trx
    .selectFrom('webMessages')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('conversationId', '=', id)
    .where('readByOwner', '=', false);
  await trx
    .updateTable('conversations')
    .set({ unreadByOwner: false })
    .where('id', '=', id)
    .where(({ exists, not }) => not(exists(unread)))
    .execute();
  return true;
}

/** Marks 1,000 at a time, which limits each statement. */
async function markMessagesUpTo({ id, ownerId }: { id: string; ownerId: string }, last: string, trx: Executor) {
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

/** Counts up to 1,000 unread messages: of the reader's own items (C-3.04) and of those that are shared with them. */
export async function countUnread({ uid }: Reader, services: Pick<Services, 'db'>): Promise<number> {
  return (await countUnreadOf([uid], services)).get(uid) ?? 0;
}

export async function countUnreadOf(uids: string[], { db }: Pick<Services, 'db'>): Promise<Map<string, number>> {
  const { rows } = await sql<{ uid: string; count: string }>`
    select readers.uid, count from unnest(${uids}::text[]) as readers (uid), lateral (
      select count(*) from (
        (select from web_messages where owner_id = readers.uid and not read_by_owner limit ${mostUnread})
        union all
        (select from unread_by_members join items on items.id = item_id
         where unread_by_members.uid = readers.uid and items.deleted_at is null limit ${mostUnread})
        limit ${mostUnread}
      ) as unread
    ) as counted`.execute(db);
  return new Map(rows.map(({ uid, count }) => [uid, Number(count)]));
}

export type Reply = {
  conversationId: string;
  key: string;
  text: string;
  reply?: AnyReply | undefined;
  meeting?: Meeting | undefined;
  language?: string | undefined;
  /** Id of the last message that the writer was shown; without it, they answer all that came so far. */
  upTo?: string | undefined;
};

export type SentReply = InboxMessage | 'closed' | 'bad-message-id' | OverLimit | null;

/** What belongs to a reply, in its transaction. */
export type Around = {
  /** Before any row is locked. @returns false when the reply must not be sent */
  before?(trx: Executor, conversation: OpenedConversation): Promise<boolean>;
  after?(trx: Executor, publish: Publish, sent: { conversation: OpenedConversation; row: MessageRow }): Promise<void>;
};

/** Sends a reply and marks what it answers as read; null when the conversation is not theirs. The same key sends one message. */
export async function replyToFinder(
  reader: Reader,
  reply: Reply,
  services: Services,
  { before, after }: Around = {},
): Promise<SentReply> {
  const { db, events, keys, limits } = services;
  const { uid } = reader;
  const answered = reply.upTo === undefined ? undefined : fromMessageId(reply.upTo, keys);
  if (reply.upTo !== undefined && answered === undefined) return 'bad-message-id';
  const conversation = await db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', reply.conversationId)
    .where(isReadableBy(reader))
    .executeTakeFirst();
  if (!conversation) return null;
  const { id, ownerId } = conversation;
  const member = ownerId === uid ? undefined : uid;
  const idempotencyKey = member ? `member:${creationKeyOf({ uid }, `${id}:${reply.key}`)}` : `owner:${id}:${reply.key}`;
  const own = (row: MessageRow) => toInboxMessage(row, reader, new Map(), services);
  const earlier = await findSent(db, idempotencyKey);
  if (earlier) return own(earlier);
  if (conversationStateOf(conversation) !== 'open') return 'closed';
  const refusal = await takeReply(id, limits);
  if (refusal) return refusal;
  return events.transaction(async (trx, publish) => {
    const isMeant = before ? await before(trx, conversation) : true;
    if (!isMeant || (await lockState(trx, id)) !== 'open') return 'closed';
    if (member && !(await lockMembership(trx, reader, conversation.itemId))) return null;
    const { text, reply: ready, meeting, language } = reply;
    const said = { text, reply: ready, meeting, language };
    const message = { ...said, conversation, author: 'owner', idempotencyKey, member } as const;
    const { row, added, members } = await addMessage(trx, message);
    if (added) {
      const upTo = answered ?? row.id;
      const marked = member ? markUpToByMember(reader, id, upTo, trx) : markUpTo({ id, ownerId }, upTo, trx);
      if (await marked) publish({ kind: 'unread', uid });
      publish({ kind: 'conversation', id, ownerId, members });
      await after?.(trx, publish, { conversation, row });
      await notifyFinder(trx, conversation, services);
    }
    return own(row);
  });
}

export function blockConversation(owner: Owner, id: string, services: Services): Promise<boolean> {
  return change(owner, id, { blockedAt: new Date() }, services);
}

export function unblockConversation(owner: Owner, id: string, services: Services): Promise<boolean> {
  return change(owner, id, { blockedAt: null }, services);
}

/** The owner is not told of new messages; they count as unread all the same. */
export function muteConversation(owner: Owner, id: string, services: Services): Promise<boolean> {
  return change(owner, id, { mutedAt: new Date() }, services);
}

export function unmuteConversation(owner: Owner, id: string, services: Services): Promise<boolean> {
  return change(owner, id, { mutedAt: null }, services);
}

/** Puts it away until the finder writes again; what was written after `upTo` is not put away unseen. */
export function archiveConversation(
  owner: Owner,
  { id, upTo }: { id: string; upTo: string },
  { events, keys }: Services,
): Promise<boolean | Conflict | 'bad-message-id'> {
  const last = fromMessageId(upTo, keys);
  if (last === undefined) return Promise.resolve('bad-message-id');
  return events.transaction(async (trx, publish) => {
    await lockState(trx, id);
    const isOwn = trx.selectFrom('conversations').select('id').where('id', '=', id).where('ownerId', '=', owner.uid);
    if (!(await isOwn.executeTakeFirst())) return false;
    const news = trx
      .selectFrom('webMessages')
      .select('id')
      .where('conversationId', '=', id)
      .where('id', '>', last)
      .where('author', '=', 'finder');
    const newest = await news.orderBy('id', 'desc').limit(1).executeTakeFirst();
    if (newest) return new Conflict({ upTo: toMessageId(newest.id, keys) }, { key: 'refused.newsToRead' });
    return write(trx, publish, owner, id, { archivedAt: new Date() });
  });
}

export function unarchiveConversation(owner: Owner, id: string, services: Services): Promise<boolean> {
  return change(owner, id, { archivedAt: null }, services);
}

type Change = Partial<Record<'blockedAt' | 'mutedAt' | 'archivedAt', Date | null>>;

function change(owner: Owner, id: string, changed: Change, { events }: Services): Promise<boolean> {
  return events.transaction((trx, publish) => write(trx, publish, owner, id, changed));
}

async function write(trx: Executor, publish: Publish, owner: Owner, id: string, changed: Change): Promise<boolean> {
  const own = trx.updateTable('conversations').where('id', '=', id).where('ownerId', '=', owner.uid);
  const isOwn = await hasChanged(own.set(changed));
  if (isOwn) await publishConversation(trx, publish, { id, ownerId: owner.uid });
  return isOwn;
}
