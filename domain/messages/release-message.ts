import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Services } from '../../server/services.ts';
import { maxPageSize } from '../lists/contract/page-size.ts';
import { notifyReaders, stopWaiting } from '../notifications/notify-readers.ts';
import { readersBesidesOwner } from '../sharing/members.ts';
import { checkProof, makeChallenge } from './challenge.ts';
import { lockState, stateOf } from './conversation-state.ts';
import type { OpenedConversation } from './finder-secret.ts';
import { fromMessageId, toMessageId } from './message-id.ts';
import type { MessageRow } from './message-rows.ts';

/** Work that releases the oldest message that the limits hold, of the newest 200 and of the last day; null when there is none (decision 040). */
export async function readChallenge(
  conversation: OpenedConversation,
  { db, keys, limits }: Services,
): Promise<string | null> {
  if (stateOf(conversation) !== 'open') return null;
  const newest = db
    .selectFrom('webMessages')
    .select(['id', 'author', 'heldReason', 'hiddenAs', 'deletedAt', 'createdAt'])
    .where('conversationId', '=', conversation.id)
    .orderBy('id', 'desc')
    .limit(maxPageSize);
  const held = await db
    .selectFrom(newest.as('newest'))
    .select('id')
    .where('author', '=', 'finder')
    .where('heldReason', '=', 'too-many')
    .where('hiddenAs', 'is', null)
    .where('deletedAt', 'is', null)
    .where('createdAt', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!held || !(await limits.take('challenge-hour', conversation.id)).allowed) return null;
  return makeChallenge(toMessageId(held.id, keys), keys);
}

/**
 * Ends that the limits hold a message, after work about this very message. Those of its readers who were not told of it yet are told as of any other.
 * @returns false when the work is none, or the message is of another conversation or not held: nothing changes then
 */
export async function releaseMessage(
  conversation: OpenedConversation,
  proof: string,
  services: Services,
): Promise<boolean> {
  const { events, keys } = services;
  const message = fromMessageId((await checkProof(proof, keys)) ?? '', keys);
  if (message === undefined) return false;
  return events.transaction(async (trx, publish) => {
    if ((await lockState(trx, conversation.id)) !== 'open') return false;
    const row = await trx
      .updateTable('webMessages')
      .set({ heldReason: null })
      .where('id', '=', message)
      .where('conversationId', '=', conversation.id)
      .where('heldReason', '=', 'too-many')
      .where('hiddenAs', 'is', null)
      .where('deletedAt', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!row) return false;
    await publishReleased(trx, publish, row, services);
    return true;
  });
}

/** Tells the readers of a message that was just released, as of any other, unless they were told that a program may have sent it. */
export async function publishReleased(
  trx: Executor,
  publish: Publish,
  row: MessageRow,
  services: Services,
): Promise<void> {
  const { conversationId: id } = row;
  const { ownerId } = await trx
    .updateTable('conversations')
    .set({ messagesChangedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .returning('ownerId')
    .executeTakeFirstOrThrow();
  const members = await readersBesidesOwner(trx, id);
  const readers = await stopWaiting(trx, row.id);
  await notifyReaders(trx, { message: row, readers, possiblyAutomatic: false }, services);
  publish({ kind: 'conversation', id, ownerId, members }, { kind: 'mail' });
}
