import { hasChanged } from '../../server/db/statements.ts';
import type { Services } from '../../server/services.ts';
import type { CurrentUser } from '../accounts/contract/schema.ts';
import { recordAction } from '../audit/record-action.ts';
import { onOrder, type StepDone } from './order-steps.ts';

type Note = { id: string; key: string };

/** What administrators tell each other of an order. The same `key` adds it once. */
export function addOrderNote({ uid }: CurrentUser, { id, key, text }: Note & { text: string }, services: Services) {
  return onOrder(id, services, async (trx): Promise<StepDone> => {
    const note = trx.insertInto('orderNotes').values({ id: key, orderId: id, text, actorUid: uid });
    const isNew = await hasChanged(note.onConflict((conflict) => conflict.column('id').doNothing()));
    if (isNew) await recordAction(trx, { by: { uid }, act: 'addOrderNote', id, changes: { note: [null, key] } });
    return { done: true };
  });
}

export function deleteOrderNote({ uid }: CurrentUser, { id, key }: Note, services: Services) {
  return onOrder(id, services, async (trx): Promise<StepDone> => {
    const deleted = await hasChanged(trx.deleteFrom('orderNotes').where('id', '=', key).where('orderId', '=', id));
    if (deleted) await recordAction(trx, { by: { uid }, act: 'deleteOrderNote', id, changes: { note: [key, null] } });
    return { done: true };
  });
}
