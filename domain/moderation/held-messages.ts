import { sql } from 'kysely';
import { newestAfter, type PageRequest, readPage } from '../../server/db/keyset.ts';
import type { Installation } from '../../server/installation.ts';
import { recordAct } from '../audit/record-act.ts';
import type { HeldReason } from '../messages/contract/schema.ts';
import { lockState } from '../messages/conversation-state.ts';
import { fromMessageId, toMessageId } from '../messages/message-id.ts';
import { publishReleased } from '../messages/release-message.ts';
import type { HeldMessage } from './contract/held.ts';

/** Of those without a form cookie the owner was told at once. */
const waits = sql`held_reason in ('too-many', 'too-quick', 'hidden-field')`;
/** The words of the index `web_messages_held_unread`. */
const isHeld = sql<boolean>`${waits} and not read_by_owner`;

/** A page of the messages that wait for the mail of the day, the newest first; not a word of them. */
export async function listHeldMessages(
  request: PageRequest,
  { db, keys }: Installation,
): Promise<{ messages: HeldMessage[]; next?: string } | 'bad-cursor'> {
  const page = await readPage({
    ...request,
    list: 'held-messages',
    keys,
    read: (position, limit) =>
      db
        .selectFrom('webMessages')
        .select(['id', 'conversationId', 'heldReason', 'createdAt'])
        .select((row) =>
          row.selectFrom('items').select('name').whereRef('items.id', '=', 'webMessages.itemId').as('itemName'),
        )
        .where(isHeld)
        .$call(newestAfter(position, limit))
        .execute(),
    positionOf: ({ exactly, id }) => [exactly, id],
  });
  if (page === 'bad-cursor') return page;
  const { rows, ...rest } = page;
  const messages = rows.map(({ id, conversationId, heldReason, createdAt, itemName }) => ({
    id: toMessageId(id, keys),
    conversationId,
    itemName: itemName ?? '',
    heldReason: heldReason as HeldReason,
    sentAt: createdAt.toISOString(),
  }));
  return { messages, ...rest };
}

/** Lets a held message through: its readers are told as of any other. Also `released` when that was done before. */
export function releaseHeldMessage(
  admin: { uid: string },
  { id }: { id: string },
  installation: Installation,
): Promise<'released' | 'no-message' | 'closed'> {
  const { events, keys } = installation;
  const messageId = fromMessageId(id, keys);
  if (messageId === undefined) return Promise.resolve('no-message');
  return events.transaction(async (trx, publish) => {
    const found = await trx
      .selectFrom('webMessages')
      .select('conversationId')
      .where('id', '=', messageId)
      .where('author', '=', 'finder')
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!found) return 'no-message';
    if ((await lockState(trx, found.conversationId)) !== 'open') return 'closed';
    const row = await trx
      .updateTable('webMessages')
      .set({ heldReason: null })
      .where('id', '=', messageId)
      .where(sql<boolean>`${waits}`)
      .returningAll()
      .executeTakeFirst();
    if (!row) return 'released';
    await recordAct(trx, {
      by: admin,
      act: 'releaseHeldMessage',
      subject: { kind: 'conversation', id: row.conversationId },
    });
    await publishReleased(trx, publish, row, installation);
    publish({ kind: 'needs' });
    return 'released';
  });
}
