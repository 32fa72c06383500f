import { maxOrderNote } from '../domain/shop/contract/order-states.ts';
import { addOrderNote, deleteOrderNote } from '../domain/shop/order-notes.ts';
import { neededText } from '../domain/texts/contract/typed-values.ts';
import { forAdmin } from './define.ts';
import { byId, idempotencyKey } from './inputs.ts';
import { answered } from './order-refusals.ts';

const ofOrder = byId.extend({ key: idempotencyKey });

export const orderNoteFunctions = {
  addOrderNote: forAdmin({
    summary:
      'Adds a note to an order. Only administrators see it here; the export of the buyer’s data holds it. The same `key` adds it once.',
    input: ofOrder.extend({ text: neededText(maxOrderNote, 'orderAdmin.noteMissing', 'reports.noteTooLong') }),
    run: answered(addOrderNote),
  }),

  deleteOrderNote: forAdmin({
    summary: 'Deletes the note of an order that was added with the `key`.',
    input: ofOrder,
    run: answered(deleteOrderNote),
  }),
};
