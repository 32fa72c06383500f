import type { Installation } from '../../server/installation.ts';
import type { FoundItem } from '../items/tag-page.ts';
import { notifyOwner } from '../notifications/message-mails.ts';
import { openWithSecret } from './finder-secret.ts';
import { addMessage, messagesOf } from './message-rows.ts';
import type { HeldReason, Message } from './schema.ts';

/** A conversation as the finder sees it at the private link. */
export type FinderConversation = {
  id: string;
  item: Pick<FoundItem, 'id' | 'name' | 'category'>;
  finderName: string | null;
  /** Whether the finder can still write: not after the owner blocked or the conversation closed. */
  state: 'open' | 'blocked' | 'closed';
  messages: Message[];
};

/** What the secret opens, with the owner's messages marked as read by the finder; null for a secret that opens nothing. */
export async function readAsFinder(secret: string, installation: Installation): Promise<FinderConversation | null> {
  const { db, events } = installation;
  const conversation = await openWithSecret(secret, installation);
  if (!conversation) return null;
  const item = await db
    .selectFrom('items')
    .select(['id', 'name', 'category'])
    .where('id', '=', conversation.itemId)
    .executeTakeFirstOrThrow();
  const seen = await db
    .updateTable('webMessages')
    .set({ readByFinder: true })
    .where('conversationId', '=', conversation.id)
    .where('readByFinder', '=', false)
    .executeTakeFirst();
  if (seen.numUpdatedRows > 0n)
    events.publish({ kind: 'conversation', id: conversation.id, ownerId: conversation.ownerId });
  return {
    id: conversation.id,
    item: item as FinderConversation['item'],
    finderName: conversation.finderName,
    state: stateOf(conversation),
    messages: await messagesOf(db, conversation.id),
  };
}

export type FinderAnswer = {
  secret: string;
  text: string;
  /** Unique to this sending in the conversation; repeating it adds nothing. */
  key: string;
  heldReason?: HeldReason | undefined;
};

export type Answered = 'sent' | 'unknown' | 'blocked' | 'closed';

/** The finder goes on writing at the private link. `sent` means: it is in the database, and so is the mail to the owner. */
export async function answerAsFinder(answer: FinderAnswer, installation: Installation): Promise<Answered> {
  const { db, events } = installation;
  const conversation = await openWithSecret(answer.secret, installation);
  if (!conversation) return 'unknown';
  const state = stateOf(conversation);
  if (state !== 'open') return state;
  const added = await db.transaction().execute(async (trx) => {
    const written = await addMessage(trx, {
      conversation,
      author: 'finder',
      text: answer.text,
      heldReason: answer.heldReason,
      sendingKey: `${conversation.id}:${answer.key}`,
    });
    if (!written.added) return false;
    const item = await trx
      .selectFrom('items')
      .select(['name', 'ownerId'])
      .where('id', '=', conversation.itemId)
      .executeTakeFirstOrThrow();
    await notifyOwner(trx, { item, conversation, heldReason: answer.heldReason }, installation);
    return true;
  });
  if (added) {
    events.publish(
      { kind: 'unread', uid: conversation.ownerId },
      { kind: 'conversation', id: conversation.id, ownerId: conversation.ownerId },
      { kind: 'mail' },
    );
  }
  return 'sent';
}

function stateOf(conversation: { blockedAt: Date | null; closedAt: Date | null }): FinderConversation['state'] {
  if (conversation.blockedAt) return 'blocked';
  return conversation.closedAt ? 'closed' : 'open';
}
