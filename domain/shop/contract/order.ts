import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { cleanLine } from '../../texts/contract/clean-text.ts';
import { maxEmailLength } from '../../texts/contract/limits.ts';
import { plainDigits } from '../../texts/contract/plain-digits.ts';
import { wholeNumber } from '../../texts/contract/typed-values.ts';
import { maxQuantity } from './cart.ts';

export const maxLines = 50;
export const maxAddressLine = 100;
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

export const addressField = z.strictObject({
  name: z.enum(addressFieldNames),
  required: z.boolean(),
  /** What people of the country call it, such as `province`; of some fields. `city` of a street: it is written there, too. */
  kind: z.string().optional(),
  example: z.string().optional(),
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

const quantity = wholeNumber(1, maxQuantity, 'checkoutPage.quantityWrong');
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
