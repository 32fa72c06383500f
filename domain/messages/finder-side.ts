import { sql } from 'kysely';
import type { PageRequest } from '../../server/db/keyset.ts';
import type { Installation } from '../../server/installation.ts';
import type { FoundItem } from '../items/tag-page.ts';
import { notifyOwner } from '../notifications/message-mails.ts';
import type { Message } from './contract/schema.ts';
import { type ConversationState, lockState, stateOf } from './conversation-state.ts';
import { openWithSecret } from './finder-secret.ts';
import { fromMessageId } from './message-id.ts';
import { type OverLimit, takeAnswer } from './message-limits.ts';
import { addMessage, findSent, readMessages } from './message-rows.ts';

export type FinderConversation = {
  id: string;
  item: Pick<FoundItem, 'id' | 'name' | 'category'>;
  finderName: string | null;
  state: ConversationState;
  messages: Message[];
  /** There are earlier messages than these. */
  next?: string;
};

/**
 * What the secret opens, with a page of its messages: the newest, or those before them. The owner's messages that it shows are marked
 * as read by the finder. Null for a secret that opens nothing.
 */
export async function readAsFinder(
  secret: string,
  request: PageRequest,
  installation: Installation,
): Promise<FinderConversation | 'bad-cursor' | null> {
  const { db, events, keys } = installation;
  const conversation = await openWithSecret(secret, installation);
  if (!conversation) return null;
  const item = await db
    .selectFrom('items')
    .select(['id', 'name', 'category'])
    .where('id', '=', conversation.itemId)
    .executeTakeFirstOrThrow();
  const page = await readMessages(conversation.id, request, installation);
  if (page === 'bad-cursor' || page === 'bad-message-id') return 'bad-cursor';
  const unread = page.messages.filter((message) => !message.readByFinder).map(({ id }) => fromMessageId(id, keys));
  if (unread.length > 0) {
    await events.transaction(async (trx, publish) => {
      const seen = await trx
        .updateTable('webMessages')
        .set({ readByFinder: true })
        .where('id', '=', sql<string>`any(${unread})`)
        .where('readByFinder', '=', false)
        .executeTakeFirst();
      if (seen.numUpdatedRows > 0n)
        publish({ kind: 'conversation', id: conversation.id, ownerId: conversation.ownerId });
    });
  }
  return {
    id: conversation.id,
    item: item as FinderConversation['item'],
    finderName: conversation.finderName,
    state: stateOf(conversation),
    ...page,
  };
}

export type FinderAnswer = {
  secret: string;
  text: string;
  key: string;
  networkKey: string;
};

export type Answered = { state: 'sent' | 'unknown' | 'blocked' | 'closed' } | OverLimit;

/** Adds a finder's answer. `sent` means stored. The sender wrote here before, so haste or a missing form cookie does not hold it. */
export async function answerAsFinder(answer: FinderAnswer, installation: Installation): Promise<Answered> {
  const { db, events, limits } = installation;
  const conversation = await openWithSecret(answer.secret, installation);
  if (!conversation) return { state: 'unknown' };
  const state = stateOf(conversation);
  if (state !== 'open') return { state };
  const sendingKey = `finder:${conversation.id}:${answer.key}`;
  if (await findSent(db, sendingKey)) return { state: 'sent' };
  const allowance = await takeAnswer({ networkKey: answer.networkKey, conversation }, limits);
  if (allowance.state === 'over-limit') return allowance;
  const { heldReason } = allowance;

  const written = await events.transaction(async (trx, publish) => {
    const now = await lockState(trx, conversation.id);
    if (now !== 'open') return now;
    const message = { conversation, author: 'finder', text: answer.text, heldReason, sendingKey } as const;
    if (!(await addMessage(trx, message)).added) return now;
    const item = await trx
      .selectFrom('items')
      .select(['name', 'ownerId'])
      .where('id', '=', conversation.itemId)
      .executeTakeFirstOrThrow();
    await notifyOwner(trx, { item, conversation, heldReason }, installation);
    publish(
      { kind: 'unread', uid: conversation.ownerId },
      { kind: 'conversation', id: conversation.id, ownerId: conversation.ownerId },
      { kind: 'mail' },
    );
    return now;
  });
  return { state: written === 'open' ? 'sent' : written };
}
