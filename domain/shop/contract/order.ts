import { z } from 'zod';
import type { PlainKey, Translations } from '../../../language/create-translations.ts';
import { maxEmailLength } from '../../accounts/contract/limits.ts';
import { next } from '../../lists/contract/schema.ts';
import { cleanLine } from '../../settings/contract/clean-text.ts';
import { plainDigits } from '../../settings/contract/plain-digits.ts';
import { maxQuantity } from './cart.ts';

export const maxLines = 50;
export const maxAddressLine = 100;
export const maxTracking = 100;
/** Sums stay whole numbers of the database. */
export const mostMinor = 1_000_000_000;

const lineText = z
  .string()
  .max(maxAddressLine, 'checkoutPage.lineTooLong' satisfies PlainKey)
  .default('');
const line = z.preprocess(cleanLine, lineText);

/** As it would be typed with a keyboard of ASCII. */
const postalCode = z.preprocess((value) => {
  const text = cleanLine(value);
  return typeof text === 'string' ? plainDigits(text).replace(/[\p{Pd}−ー]/gu, '-') : text;
}, lineText);

export const addressFieldNames = ['name', 'company', 'line1', 'line2', 'district', 'city', 'state', 'zip'] as const;
export type AddressFieldName = (typeof addressFieldNames)[number];

/** A field of the form, as the country has it. */
export const addressField = z.strictObject({
  name: z.enum(addressFieldNames),
  required: z.boolean(),
  /** What people of the country call it, such as `province`; of some fields. `city` of a street: it is written there, too. */
  kind: z.string().optional(),
  /** Such as “26133”. */
  example: z.string().optional(),
  /** Of a field with a list. */
  options: z.array(z.strictObject({ value: z.string(), label: z.string() })).optional(),
});

export type AddressField = z.infer<typeof addressField>;

export const postalAddress = z.strictObject({
  country: z
    .string('checkoutPage.countryMissing' satisfies PlainKey)
    .regex(/^[A-Z]{2}$/, 'checkoutPage.countryMissing'),
  name: line,
  company: line,
  line1: line,
  line2: line,
  district: line,
  city: line,
  state: line,
  zip: postalCode,
});

const quantity = z
  .int('checkoutPage.quantityWrong' satisfies PlainKey)
  .min(1, 'checkoutPage.quantityWrong' satisfies PlainKey)
  .max(maxQuantity, 'checkoutPage.quantityWrong' satisfies PlainKey);
const minor = z.int().min(0).max(mostMinor);

export const orderLine = z.strictObject({ productId: z.string().min(1).max(64), quantity, unitMinor: minor });

/** What the buyer saw and agreed to pay for. */
export const newOrder = z.object({
  /** Checked with the address, so that the buyer is told of all at once. */
  email: z.preprocess(
    cleanLine,
    z
      .string('account.invalid-email' satisfies PlainKey)
      .max(maxEmailLength, 'account.invalid-email' satisfies PlainKey),
  ),
  address: postalAddress,
  lines: z
    .array(orderLine)
    .min(1, 'checkoutPage.cartEmpty' satisfies PlainKey)
    .max(maxLines)
    .refine((lines) => new Set(lines.map(({ productId }) => productId)).size === lines.length),
  totalMinor: minor,
  /** What was said of delivery and tax, as `readCheckout` answered it. */
  conditions: z.string().max(100).optional(),
  /** How the buyer means to pay; the order can be paid either way. */
  payment: z.enum(['transfer', 'card']).default('transfer'),
});

export type NewOrder = z.infer<typeof newOrder>;

export const orderStates = ['placed', 'paid', 'packed', 'shipped', 'delivered', 'cancelled', 'refunded'] as const;
export type OrderState = (typeof orderStates)[number];

type Moments = Record<`${Exclude<OrderState, 'placed'>}At`, Date | null>;

export function stateOfOrder(order: Moments): OrderState {
  const reached = (['refunded', 'cancelled', 'delivered', 'shipped', 'packed', 'paid'] as const).find(
    (state) => order[`${state}At`],
  );
  return reached ?? 'placed';
}

/** The buyer has the goods, and withdrew from the contract. */
export function goesBack({ state, withdrawnAt }: { state: OrderState; withdrawnAt: unknown }): boolean {
  return withdrawnAt !== null && (state === 'shipped' || state === 'delivered');
}

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
  withdrawn: z.boolean(),
});
export type OrderSummary = z.infer<typeof orderSummary>;

export const orderPage = z.strictObject({ orders: z.array(orderSummary), next });

/** Amounts in the smallest unit of the currency. */
export const orderView = z.strictObject({
  ...summary,
  email: z.string(),
  language: z.string(),
  lines: z.array(
    z.strictObject({
      name: z.string(),
      quantity: z.int(),
      unitMinor: z.int(),
      totalMinor: z.int(),
      tagsEach: z.int(),
    }),
  ),
  /** Whether there are gift cards among them. */
  hasGiftCards: z.boolean(),
  itemsMinor: z.int(),
  deliveryMinor: z.int(),
  taxScheme: z.enum(['small-business', 'destination']),
  taxRate: z.int(),
  taxMinor: z.int(),
  /** Whether it leaves where the shop charges tax. */
  isExport: z.boolean(),
  /** Less what was paid back. */
  paidMinor: z.int(),
  /** What of it is beyond what is owed. */
  overMinor: z.int(),
  /** What was paid back, the oldest first. */
  refunds: z.array(z.strictObject({ amountMinor: z.int(), at: z.string() })),
  /** Whether mails to the buyer come back. */
  isMailFailing: z.boolean(),
  addressLines: z.array(z.string()),
  deliveryDays: z.tuple([z.int(), z.int()]),
  dueAt: z.string(),
  withdrawnAt: z.string().nullable(),
  canWithdraw: z.boolean(),
  /** The beginning of the last day on which it is possible; null until it is delivered. */
  withdrawUntil: z.string().nullable(),
  shipment: z.strictObject({ carrier: z.string(), tracking: z.string() }).nullable(),
  steps: z.array(z.strictObject({ kind: z.string(), actor: z.string(), at: z.string() })),
  invoices: z.array(z.strictObject({ number: z.int(), kind: z.enum(['invoice', 'credit-note']) })),
});

export type OrderView = z.infer<typeof orderView>;

/** For an order by card of more than unpaid orders may hold. */
export const hoursToPayAtOnce = 1;

export function isToPayAtOnce({ createdAt, dueAt }: Pick<OrderView, 'createdAt' | 'dueAt'>): boolean {
  return Date.parse(dueAt) - Date.parse(createdAt) <= hoursToPayAtOnce * 3_600_000;
}

/** The day until which it is to be paid, or the minute. */
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

/** The same for administrators. */
export const orderForAdmin = orderView.extend({
  /** How much of one payment by card can be paid back to it; 0 where none was by card. */
  cardMinor: z.int(),
  /** Those that were noted; `takenBack`: by mistake. */
  transfers: z.array(
    z.strictObject({
      id: z.string(),
      amountMinor: z.int(),
      at: z.string(),
      takenBack: z.boolean(),
      canTakeBack: z.boolean(),
    }),
  ),
  /** Nothing is to be paid back, and it has not ended. */
  canCancel: z.boolean(),
  /** It can be sent to another address. */
  canReaddress: z.boolean(),
  address: postalAddress,
  /** Of its country. */
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

type Shipment = { carrier: string; tracking: string };

export function wordsOfShipment({ carrier, tracking }: Shipment) {
  return { carrier, tracking, tracked: tracking ? 'yes' : 'no' };
}
