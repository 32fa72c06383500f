import { type Selectable, sql } from 'kysely';
import { type PageRequest, readPage } from '../../server/db/keyset.ts';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { Details } from './contract/details.ts';
import type { AnyReply, ReadyAnswer, YesOrNo } from './contract/ready-replies.ts';
import type { HeldReason, Meeting, Message } from './contract/schema.ts';
import { fromMessageId, toMessageId } from './message-id.ts';
import { languageOf } from './message-language.ts';
import { scamInMessage } from './scams/scam-in.ts';

export type MessageRow = Selectable<Tables['webMessages']>;

export type NewMessage = {
  conversation: { id: string; itemId: string; ownerId: string };
  author: 'finder' | 'owner';
  text: string;
  language?: string | undefined;
  answer?: ReadyAnswer | YesOrNo | undefined;
  reply?: AnyReply | undefined;
  meeting?: Meeting | undefined;
  details?: Details | undefined;
  pictureId?: string | undefined;
  heldReason?: HeldReason | undefined;
  /** Unique among all messages, so it starts with the sender and the conversation. */
  idempotencyKey: string;
  attemptKey?: string | undefined;
  /** The uid of somebody who writes in the owner’s place. */
  member?: string | undefined;
};

type Added = {
  row: MessageRow;
  added: boolean;
  members: string[];
};

/** Writes a message, and moves its conversation to the top and out of the archive; `added` is false for a repeated sending. */
export async function addMessage(db: Executor, message: NewMessage): Promise<Added> {
  const { conversation, language, meeting, details, member, ...said } = message;
  const { author, text, idempotencyKey, attemptKey } = said;
  const written = await db
    .with('members', (step) =>
      // Locked, so that none ends meanwhile: accounts first, as their deletion locks them.
      step
        .selectFrom('users')
        .innerJoin('itemMembers', 'itemMembers.uid', 'users.uid')
        .select(['itemMembers.uid', 'itemMembers.itemId'])
        .where('itemMembers.itemId', '=', conversation.itemId)
        .forKeyShare('users')
        .forKeyShare('itemMembers'),
    )
    .with('added', (step) =>
      step
        .insertInto('webMessages')
        .values({
          ...said,
          conversationId: conversation.id,
          itemId: conversation.itemId,
          ownerId: conversation.ownerId,
          language: languageOf(text, language),
          meeting: meeting && JSON.stringify(meeting),
          details: details && JSON.stringify(details),
          readByOwner: author === 'owner',
          readByFinder: author === 'finder',
          byMember: member !== undefined,
          memberUid: member,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll(),
    )
    .with('listed', (step) =>
      step
        .updateTable('conversations')
        .from('added')
        .set({
          lastMessageId: sql`greatest(last_message_id, added.id)`,
          ...(author === 'finder' && { unreadByOwner: true, archivedAt: null }),
        })
        .whereRef('conversations.id', '=', 'added.conversationId'),
    )
    .with('unread', (step) =>
      step
        .insertInto('unreadByMembers')
        .columns(['uid', 'conversationId', 'messageId', 'itemId'])
        .expression((select) =>
          select
            .selectFrom(['added', 'members'])
            .select(['members.uid', 'added.conversationId', 'added.id as messageId', 'members.itemId'])
            .where('added.author', '=', 'finder'),
        ),
    )
    .selectFrom('added')
    .selectAll('added')
    .select(sql<string[]>`array(select uid from members)`.as('members'))
    .executeTakeFirst();
  if (!written) {
    const row = (await findSent(db, idempotencyKey)) ?? (attemptKey && (await findAttempt(db, attemptKey)));
    if (!row) throw new Error('The sending that was there before is gone.');
    return { row, added: false, members: [] };
  }
  const { members, ...row } = written;
  return { row, added: true, members };
}

export function findSent(db: Executor, idempotencyKey: string): Promise<MessageRow | undefined> {
  return db.selectFrom('webMessages').selectAll().where('idempotencyKey', '=', idempotencyKey).executeTakeFirst();
}

export function findAttempt(db: Executor, attemptKey: string): Promise<MessageRow | undefined> {
  return db.selectFrom('webMessages').selectAll().where('attemptKey', '=', attemptKey).executeTakeFirst();
}

/** Above the id of every message. */
export const maxMessageId = String(2n ** 63n - 1n);

export type MessagesRequest = PageRequest & {
  since?: string | undefined;
};

type RowsPage = { rows: MessageRow[]; next?: string };

/** The newest messages of the conversation, or of those that the page before left; oldest first. */
export async function readMessageRows(
  conversationId: string,
  { since, ...request }: MessagesRequest,
  { db, keys }: Pick<Services, 'db' | 'keys'>,
): Promise<RowsPage | 'bad-cursor' | 'bad-message-id'> {
  const known = since === undefined ? undefined : fromMessageId(since, keys);
  if (since !== undefined && known === undefined) return 'bad-message-id';
  const page = await readPage({
    ...request,
    list: JSON.stringify(['messages', conversationId]),
    keys,
    read: (position, limit) =>
      db
        .selectFrom('webMessages')
        .selectAll()
        .where('conversationId', '=', conversationId)
        .where('id', '>', known ?? '0')
        .where('id', '<', position?.[0] ?? maxMessageId)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    positionOf: (row) => [row.id],
  });
  if (page === 'bad-cursor') return page;
  return { ...page, rows: page.rows.reverse() };
}

export function toMessage(row: MessageRow, services: Pick<Services, 'keys' | 'publicUrl'>): Message {
  const message = withoutWarning(row, services.keys);
  return { ...message, scam: scamInMessage(message, services) };
}

/** For notifications, which tell of thousands of messages at once and quote few. */
export function withoutWarning(row: MessageRow, keys: Services['keys']): Omit<Message, 'scam'> {
  const said = row.hiddenAs ? { ...row, answer: null, reply: null, meeting: null } : row;
  return {
    id: toMessageId(row.id, keys),
    author: row.author,
    text: row.text,
    answer: said.answer as Message['answer'],
    sentAt: row.createdAt.toISOString(),
    readByOwner: row.readByOwner,
    readByFinder: row.readByFinder,
    heldReason: row.deletedAt ? null : (row.heldReason as HeldReason | null),
    details: row.details as Details | null,
    pictureId: row.pictureId,
    deleted: row.deletedAt !== null,
    reply: said.reply as Message['reply'],
    meeting: said.meeting as Message['meeting'],
    language: row.language,
    hidden: row.hiddenAs,
  };
}
