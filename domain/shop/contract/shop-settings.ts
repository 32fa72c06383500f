import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { emailAddress } from '../../accounts/contract/email-address.ts';
import { cleanLine, cleanText } from '../../texts/contract/clean-text.ts';
import { wholeNumber } from '../../texts/contract/typed-values.ts';
import { isDestination } from './territories.ts';

const wrongCountry = 'shopPage.countryWrong' satisfies PlainKey;
const country = z
  .string()
  .regex(/^[A-Z]{2}(?:-\d+)?$/, wrongCountry)
  .meta({ examples: ['DE', 'AT'] });
const destination = country.refine(isDestination, wrongCountry);
const minor = wholeNumber(0, 100_000_000, 'shopPage.amountWrong');
const days = wholeNumber(0, 90, 'shopPage.deliveryDaysWrong');
const wrongSpan = 'shopPage.deliverySpanWrong' satisfies PlainKey;
const countryTwice = 'shopPage.countryTwice' satisfies PlainKey;
const wrongPieces = 'shopPage.piecesWrong' satisfies PlainKey;
const line = (most: number) => z.preprocess(cleanLine, z.string().max(most));

/** The setting `shop`. Until the operator opens it, nothing is sold. */
export const shopSettings = z.strictObject({
  open: z.boolean(),
  /** ISO 4217. */
  currency: z
    .string()
    .refine(isCurrency, 'shopPage.currencyWrong' satisfies PlainKey)
    .meta({ examples: ['EUR', 'JPY'] }),
  /** `small-business`: no tax is shown. `destination`: the tax of the country that it is sent to is part of the price. */
  taxScheme: z.enum(['small-business', 'destination']),
  /** By country, in hundredths of a percent: 1900 is 19 %. */
  taxRates: z.record(country, wholeNumber(0, 5_000, 'shopPage.rateWrong')),
  outsideTax: z.array(country).max(300),
  /** The first that names the country holds. */
  delivery: z
    .array(
      z.strictObject({
        countries: z.array(country).min(1, wrongCountry),
        priceMinor: minor,
        /** From this sum of goods on, delivery costs nothing. */
        freeFromMinor: minor.nullable(),
        /** Working days, at least and at most. */
        days: z.tuple([days, days]),
      }),
    )
    .max(50),
  seller: z.strictObject({
    name: line(200),
    address: z.preprocess(cleanText, z.string().max(500)),
    /** Whose tax area it sells from. Left out: the one of the IBAN. */
    country: country.optional(),
    email: line(254),
    taxNumber: line(100),
  }),
  bank: z.strictObject({
    holder: line(70),
    /** Without spaces; the check digits are right. Empty while there is none. */
    iban: z
      .string()
      .refine((iban) => iban === '' || isIban(iban), 'shopPage.ibanWrong' satisfies PlainKey)
      .meta({ examples: ['', 'DE02120300000000202051'] }),
    bic: z.string().regex(/^(?:[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)?$/, 'shopPage.bicWrong' satisfies PlainKey),
  }),
  unpaidDays: wholeNumber(1, 60, 'shopPage.unpaidDaysWrong'),
  /** What orders may hold of the stock while they are not paid: pieces of one address, of one network a day, and percent of each product. */
  unpaidStock: z.strictObject({
    perAddress: wholeNumber(1, 10_000, wrongPieces),
    perNetwork: wholeNumber(1, 10_000, wrongPieces),
    percentOfStock: wholeNumber(0, 100, 'shopPage.percentWrong'),
  }),
  reviewMails: z.boolean(),
});

/** What is typed. What is stored may be older than these rules, such as “UK” among the countries. */
export const typedShopSettings = shopSettings.extend({
  taxRates: shopSettings.shape.taxRates.superRefine((rates, context) => {
    for (const code of Object.keys(rates))
      if (!isDestination(code)) context.addIssue({ code: 'custom', path: [code], message: wrongCountry });
  }),
  outsideTax: z.array(destination).max(300),
  delivery: shopSettings.shape.delivery
    .superRefine((zones, context) => {
      const seen = new Set<string>();
      for (const [zone, { countries, days }] of zones.entries()) {
        if (days[0] > days[1]) context.addIssue({ code: 'custom', path: [zone, 'days', 1], message: wrongSpan });
        for (const [place, country] of countries.entries()) {
          const message = seen.has(country) ? countryTwice : wrongCountry;
          if (message === countryTwice || !isDestination(country))
            context.addIssue({ code: 'custom', path: [zone, 'countries', place], message });
          seen.add(country);
        }
      }
    })
    .meta({ examples: [[{ countries: ['DE', 'AT'], priceMinor: 390, freeFromMinor: 3000, days: [2, 4] }]] }),
  seller: shopSettings.shape.seller.extend({
    country: destination.optional(),
    email: z.preprocess(
      cleanLine,
      z
        .string()
        .max(254)
        .refine(
          (email) => email === '' || emailAddress.safeParse(email).success,
          'account.invalid-email' satisfies PlainKey,
        )
        .meta({ examples: ['', 'shop@example.com'] }),
    ),
  }),
});

export type ShopSettings = z.infer<typeof shopSettings>;

export const defaultShopSettings: ShopSettings = {
  open: false,
  currency: 'EUR',
  taxScheme: 'small-business',
  taxRates: {},
  outsideTax: [],
  delivery: [],
  seller: { name: '', address: '', email: '', taxNumber: '' },
  bank: { holder: '', iban: '', bic: '' },
  unpaidDays: 14,
  unpaidStock: { perAddress: 20, perNetwork: 40, percentOfStock: 50 },
  reviewMails: true,
};

export function missingToOpen({ seller, bank, delivery }: ShopSettings) {
  const there = {
    'seller.name': seller.name,
    'seller.address': seller.address,
    'seller.email': seller.email,
    'bank.holder': bank.holder,
    'bank.iban': bank.iban,
    delivery: delivery.length,
  };
  return (Object.keys(there) as (keyof typeof there)[]).filter((field) => !there[field]);
}

function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code);
}

/** ISO 13616: the remainder of the rearranged digits by 97 is 1. */
function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(parseInt(letter, 36)));
  return BigInt(digits) % 97n === 1n;
}
