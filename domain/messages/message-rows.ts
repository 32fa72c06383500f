import type { Selectable } from 'kysely';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { ReadyAnswer } from './ready-answers.ts';
import type { HeldReason, Message } from './schema.ts';

export type MessageRow = Selectable<Tables['webMessages']>;

export type NewMessage = {
  conversation: { id: string; itemId: string; ownerId: string };
  author: 'finder' | 'owner';
  text: string;
  answer?: ReadyAnswer | undefined;
  heldReason?: HeldReason | undefined;
  /** Unique to this sending among all, so it begins with who writes where; repeating it adds nothing. */
  sendingKey: string;
};

/** Writes a message, unread by the other side. `added` is false when this sending was written before. */
export async function addMessage(db: Executor, message: NewMessage): Promise<{ row: MessageRow; added: boolean }> {
  const { conversation, author, text, answer, heldReason, sendingKey } = message;
  const row = await db
    .insertInto('webMessages')
    .values({
      conversationId: conversation.id,
      itemId: conversation.itemId,
      ownerId: conversation.ownerId,
      author,
      text,
      answer: answer ?? null,
      heldReason: heldReason ?? null,
      readByOwner: author === 'owner',
      readByFinder: author === 'finder',
      sendingKey,
    })
    .onConflict((conflict) => conflict.column('sendingKey').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row) return { row, added: true };
  const earlier = db.selectFrom('webMessages').selectAll().where('sendingKey', '=', sendingKey);
  return { row: await earlier.executeTakeFirstOrThrow(), added: false };
}

/** The conversation's messages, oldest first. */
export async function messagesOf(db: Executor, conversationId: string): Promise<Message[]> {
  const rows = await db
    .selectFrom('webMessages')
    .selectAll()
    .where('conversationId', '=', conversationId)
    .orderBy('id')
    .execute();
  return rows.map(toMessage);
}

export function toMessage(row: MessageRow): Message {
  return {
    id: row.id,
    author: row.author,
    text: row.text,
    answer: row.answer as ReadyAnswer | null,
    sentAt: row.createdAt.toISOString(),
    readByOwner: row.readByOwner,
    readByFinder: row.readByFinder,
    heldReason: row.heldReason as HeldReason | null,
  };
}
