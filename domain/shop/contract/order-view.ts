import { z } from 'zod';
import type { PlainKey, Translations } from '../../../language/create-translations.ts';
import { next } from '../../lists/contract/schema.ts';
import { tableRequest } from '../../lists/contract/table.ts';
import { addressField, postalAddress } from './order.ts';
import { maxOrdersAtOnce, orderFilters, orderStates } from './order-states.ts';

const money = { currency: z.string(), totalMinor: z.int() };

/** Times are ISO 8601. */
const summary = { number: z.int(), state: z.enum(orderStates), createdAt: z.string(), ...money };

/** What a key has ordered already. */
export const placedOrder = z.strictObject({
  ...summary,
  secret: z.string(),
  lines: z.array(z.strictObject({ productId: z.string(), name: z.string(), quantity: z.int() })),
});

export type PlacedOrder = z.infer<typeof placedOrder>;

export const ownOrderPage = z.strictObject({
  orders: z.array(z.strictObject({ ...summary, secret: z.string(), withdrawn: z.boolean() })),
  next,
});

const orderSummary = z.strictObject({
  ...summary,
  id: z.string(),
  email: z.string(),
  name: z.string(),
  company: z.string(),
  withdrawn: z.boolean(),
});

export type OrderSummary = z.infer<typeof orderSummary>;

export const orderPage = z.strictObject({ orders: z.array(orderSummary), next });

const step = z.strictObject({ kind: z.string(), actor: z.string(), at: z.string() });

/** Amounts in the smallest unit of the currency. */
export const orderView = z.strictObject({
  ...summary,
  email: z.string(),
  language: z.string(),
  lines: z.array(
    z.strictObject({ name: z.string(), quantity: z.int(), unitMinor: z.int(), totalMinor: z.int(), tagsEach: z.int() }),
  ),
  hasGiftCards: z.boolean(),
  itemsMinor: z.int(),
  deliveryMinor: z.int(),
  taxScheme: z.enum(['small-business', 'destination']),
  taxRate: z.int(),
  taxMinor: z.int(),
  isExport: z.boolean(),
  /** Less what was paid back. */
  paidMinor: z.int(),
  /** What of it is beyond what is owed. */
  overMinor: z.int(),
  /** Negative where it was paid back. Without what failed or was noted by mistake. */
  payments: z.array(z.strictObject({ amountMinor: z.int(), at: z.string() })),
  isMailFailing: z.boolean(),
  addressLines: z.array(z.string()),
  deliveryDays: z.tuple([z.int(), z.int()]),
  dueAt: z.string(),
  withdrawnAt: z.string().nullable(),
  canWithdraw: z.boolean(),
  /** The beginning of the last day on which it is possible; null until it is delivered. */
  withdrawUntil: z.string().nullable(),
  shipment: z.strictObject({ carrier: z.string(), tracking: z.string() }).nullable(),
  steps: z.array(step),
  invoices: z.array(z.strictObject({ number: z.int(), kind: z.enum(['invoice', 'credit-note']) })),
});

export type OrderView = z.infer<typeof orderView>;

/** For an order by card of more than unpaid orders may hold. */
export const hoursToPayAtOnce = 1;

export function isToPayAtOnce({ createdAt, dueAt }: Pick<OrderView, 'createdAt' | 'dueAt'>): boolean {
  return Date.parse(dueAt) - Date.parse(createdAt) <= hoursToPayAtOnce * 3_600_000;
}

export function dueIn(t: Translations, order: Pick<OrderView, 'createdAt' | 'dueAt'>): string {
  const style = isToPayAtOnce(order)
    ? ({ dateStyle: 'long', timeStyle: 'long' } as const)
    : ({ dateStyle: 'long' } as const);
  return t.date(new Date(order.dueAt), { ...style, timeZone: 'UTC' });
}

/** What was paid too much of an order that stands. */
export function tooMuchOf({ state, withdrawnAt, overMinor }: OrderView): number {
  const stands = !withdrawnAt && !['placed', 'cancelled', 'refunded'].includes(state);
  return stands ? overMinor : 0;
}

/** The name of an administrator whose account is there. */
const by = z.string().nullable();

export const orderForAdmin = orderView.extend({
  /** How much of one payment by card can be paid back to it; 0 where none was by card. */
  cardMinor: z.int(),
  /** All of them. `by`: the administrator who noted it; `takenBack`: it was noted by mistake. */
  payments: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.enum(['transfer', 'card', 'refund', 'cardRefund', 'failedRefund']),
      amountMinor: z.int(),
      at: z.string(),
      by,
      takenBack: z.boolean(),
      canTakeBack: z.boolean(),
    }),
  ),
  steps: z.array(step.extend({ by })),
  notes: z.array(z.strictObject({ key: z.string(), text: z.string(), at: z.string(), by })),
  /** Nothing is to be paid back, and it has not ended. */
  canCancel: z.boolean(),
  canReaddress: z.boolean(),
  address: postalAddress,
  addressFields: z.array(addressField),
  /** Payments that must be looked at. `reference`: by which the payment service knows it. */
  problems: z.array(
    z.strictObject({
      id: z.string(),
      reason: z.string(),
      amountMinor: z.int(),
      currency: z.string(),
      reference: z.string(),
      at: z.string(),
    }),
  ),
});

export type OrderForAdmin = z.infer<typeof orderForAdmin>;

export const ordersRequest = tableRequest(['created', 'email', 'total']).extend({
  state: z.enum(orderFilters).optional(),
});

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
      words: z.string(),
    }),
  ),
});
