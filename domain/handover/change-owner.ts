import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import { announce, announceToMembers } from '../items/change-items.ts';
import { newTagCode } from '../items/contract/tag-code.ts';
import { cleared, deleteRowsAbout } from '../items/delete-item.ts';
import { type Owner, toSummary } from '../items/items.ts';
import { endReplyNotifications } from '../notifications/reply-contacts.ts';

type ItemRow = Selectable<Tables['items']>;

/**
 * Gives a locked item to another owner, as if they had just added it: with id, tags, name and category. All else of the earlier owner is
 * deleted; their conversations are closed and stay with them.
 * @returns also ids of files, for `eraseFiles` after the transaction
 */
export async function changeOwner(trx: Executor, publish: Publish, item: ItemRow, to: Owner) {
  const { id, ownerId, category, name } = item;
  await announceToMembers(trx, publish, { id }, { ended: true });
  await closeConversations(trx, publish, item);
  const files = await deleteRowsAbout(trx, [id]);
  await forgetOwnHandovers(trx, id, to);
  await leaveTagBatch(trx, item);
  const fresh = { id, name, category, note: '', ownerId: to.uid, creationKey: `handover:${randomUUID()}` };
  const changed = await trx
    .updateTable('items')
    .set({ ...cleared, ...fresh, pictureId: null, pictureShown: true, createdAt: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await announce(id, trx, publish);
  publish({ kind: 'handover', uid: ownerId, itemId: id, ended: true }, { kind: 'handover', uid: to.uid, itemId: id });
  return { item: toSummary(changed), files };
}

/** Whoever gets back what they handed over is told no longer that it has a new owner. */
async function forgetOwnHandovers(trx: Executor, itemId: string, { uid }: Owner): Promise<void> {
  await trx.deleteFrom('itemHandovers').where('itemId', '=', itemId).where('ownerId', '=', uid).execute();
}

/** The conversations are about an item of the earlier owner from now on, of which only the name is left: what becomes of the item does not touch them. */
async function closeConversations(trx: Executor, publish: Publish, { id, ownerId, ...item }: ItemRow): Promise<void> {
  const changes = { closedAt: sql<Date>`coalesce(closed_at, now())` };
  const closed = await trx.updateTable('conversations').set(changes).where('itemId', '=', id).returning('id').execute();
  if (closed.length === 0) return;
  await endReplyNotifications(
    trx,
    closed.map((conversation) => conversation.id),
  );
  const { name, category, createdAt } = item;
  const over = { deletedAt: sql<Date>`now()`, erasedAt: sql<Date>`now()`, handedOverId: id };
  const left = { id: newTagCode(), ownerId, name, category, note: '', creationKey: `handed-over:${randomUUID()}` };
  const added = { ...left, ...over, createdAt };
  await trx.insertInto('items').values(added).execute();
  await trx.updateTable('conversations').set({ itemId: left.id }).where('itemId', '=', id).execute();
  const sent = trx.updateTable('files').set({ itemId: left.id }).where('kind', '=', 'sent-picture');
  await sent.where('itemId', '=', id).execute();
  // In the order in which marks of what was read lock them.
  const messages = trx.selectFrom('webMessages').select('id').where('itemId', '=', id).orderBy('id').forNoKeyUpdate();
  await trx
    .updateTable('webMessages')
    .set({ itemId: left.id })
    .where((row) => sql`${row.ref('id')} = any(array(${messages}))`)
    .execute();
  publish(...closed.map((conversation) => ({ kind: 'conversation' as const, id: conversation.id, ownerId })));
}

/** The tags are no longer reserved for the account that made them: they do not retire with it. */
async function leaveTagBatch(trx: Executor, { id, ownerId }: ItemRow): Promise<void> {
  await trx
    .updateTable('tags')
    .set({ batchId: null })
    .where('itemId', '=', id)
    .where('batchId', 'in', trx.selectFrom('tagBatches').select('id').where('ownerId', '=', ownerId))
    .execute();
}
