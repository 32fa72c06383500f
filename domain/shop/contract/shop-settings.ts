import { z } from 'zod';

const country = z.string().regex(/^[A-Z]{2}$/);
const minor = z.int().min(0).max(100_000_000);

/** The setting `shop`. Until the operator opens it, nothing is sold. */
export const shopSettings = z.strictObject({
  open: z.boolean(),
  /** ISO 4217. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** `small-business`: no tax is shown. `destination`: the tax of the country that it is sent to is part of the price. */
  taxScheme: z.enum(['small-business', 'destination']),
  /** By country, in hundredths of a percent: 1900 is 19 %. A country without one pays none. */
  taxRates: z.record(country, z.int().min(0).max(5_000)),
  /** The first that names the country holds. */
  delivery: z
    .array(
      z.strictObject({
        countries: z.array(country).min(1),
        priceMinor: minor,
        /** From this sum of goods on, delivery costs nothing. */
        freeFromMinor: minor.nullable(),
        /** Working days, at least and at most. */
        days: z.tuple([z.int().min(0).max(90), z.int().min(0).max(90)]),
      }),
    )
    .max(50),
  seller: z.strictObject({
    name: z.string().max(200),
    address: z.string().max(500),
    email: z.string().max(254),
    /** Such as a VAT number; as it stands on invoices. */
    taxNumber: z.string().max(100),
  }),
  /** Where buyers transfer their money to. */
  bank: z.strictObject({ holder: z.string().max(70), iban: z.string().max(34), bic: z.string().max(11) }),
  /** An unpaid order is cancelled and gives its stock back after this many days. */
  unpaidDays: z.int().min(1).max(60),
});

export type ShopSettings = z.infer<typeof shopSettings>;

export const defaultShopSettings: ShopSettings = {
  open: false,
  currency: 'EUR',
  taxScheme: 'small-business',
  taxRates: {},
  delivery: [],
  seller: { name: '', address: '', email: '', taxNumber: '' },
  bank: { holder: '', iban: '', bic: '' },
  unpaidDays: 14,
};
