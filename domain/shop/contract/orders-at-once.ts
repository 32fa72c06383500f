import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { tableRequest } from '../../lists/contract/table.ts';
import { orderStates } from './order.ts';

/** What a table of orders can be limited to: a state, those whose buyers withdrew and wait for their money, those with a payment to look at, or those whose buyers get no mail. */
export const orderFilters = [...orderStates, 'withdrawn', 'payment-problem', 'mail-failed'] as const;
export type OrderFilter = (typeof orderFilters)[number];

export const ordersRequest = tableRequest(['created', 'email', 'total']).extend({
  state: z.enum(orderFilters).optional(),
});

/** Of which one call changes the state, or which stand in one packing list. */
export const maxOrdersAtOnce = 100;

/** The same order twice is one. */
export function someOrders<Order extends z.ZodType>(order: Order) {
  return z
    .array(order)
    .min(1, 'ordersAtOnce.noneChosen' satisfies PlainKey)
    .max(maxOrdersAtOnce, 'ordersAtOnce.tooMany' satisfies PlainKey);
}

/** What became of one order of several. `withdrawn`: by its buyer; `impossible`: in its state; `late`: there was no time for it. */
const orderOutcomes = ['done', 'already', 'withdrawn', 'impossible', 'missing', 'late'] as const;
export type OrderOutcome = (typeof orderOutcomes)[number];

export const ordersChanged = z.strictObject({
  outcomes: z.array(
    z.strictObject({
      id: z.string(),
      /** null: there is no such order. */
      number: z.int().nullable(),
      outcome: z.enum(orderOutcomes),
      /** The same in the caller's language. */
      words: z.string(),
    }),
  ),
});
