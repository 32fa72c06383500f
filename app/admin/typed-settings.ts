import { decimals, parseMoney } from '../../domain/shop/contract/money.ts';
import type { ShopSettings } from '../../domain/shop/contract/shop-settings.ts';
import { numberIn } from '../widgets/number-in.ts';
import { wholeNumberIn } from '../widgets/whole-number-in.ts';

export type TypedZone = { countries: string; price: string; freeFrom: string; least: string; most: string };

export type TypedSettings = {
  open: boolean;
  currency: string;
  taxScheme: ShopSettings['taxScheme'];
  taxRates: string;
  unpaidDays: string;
  reviewMails: boolean;
  delivery: TypedZone[];
  sellerName: string;
  sellerAddress: string;
  sellerEmail: string;
  taxNumber: string;
  holder: string;
  iban: string;
  bic: string;
};

export const newZone: TypedZone = { countries: '', price: '', freeFrom: '', least: '', most: '' };

export function typedFrom(shop: ShopSettings): TypedSettings {
  const { open, currency, taxScheme, seller, bank } = shop;
  const amount = (minor: number) => decimals({ minor, currency });
  return {
    open,
    currency,
    taxScheme,
    taxRates: Object.entries(shop.taxRates)
      .map(([country, rate]) => `${country} ${rate / 100}`)
      .join('\n'),
    unpaidDays: String(shop.unpaidDays),
    reviewMails: shop.reviewMails,
    delivery: shop.delivery.map(({ countries, priceMinor, freeFromMinor, days: [least, most] }) => ({
      countries: countries.join(', '),
      price: amount(priceMinor),
      freeFrom: freeFromMinor === null ? '' : amount(freeFromMinor),
      least: String(least),
      most: String(most),
    })),
    sellerName: seller.name,
    sellerAddress: seller.address,
    sellerEmail: seller.email,
    taxNumber: seller.taxNumber,
    ...bank,
  };
}

/** As it is typed: countries, price, from where on it is free, working days. */
export function zonesInLines(zones: TypedZone[]): string {
  return zones
    .map(({ countries, price, freeFrom, least, most }) =>
      [countries, price, freeFrom, `${least}–${most}`].filter(Boolean).join(' · '),
    )
    .join('\n');
}

/** What is no number becomes none, so that the server says it beside the field. */
export function settingsIn(typed: TypedSettings) {
  const currency = typed.currency.trim().toUpperCase();
  const knows = Intl.supportedValuesOf('currency').includes(currency);
  const amount = (text: string) => (knows ? parseMoney(text, currency) : 0) ?? Number.NaN;
  return {
    open: typed.open,
    currency,
    taxScheme: typed.taxScheme,
    taxRates: Object.fromEntries(
      typed.taxRates
        .split('\n')
        .filter((line) => line.trim())
        .map((line) => {
          const [country = '', rate = ''] = line.trim().split(/[\s:]+/);
          return [country.toUpperCase(), Math.round(numberIn(rate) * 100)];
        }),
    ),
    unpaidDays: wholeNumberIn(typed.unpaidDays),
    reviewMails: typed.reviewMails,
    delivery: typed.delivery.map(({ countries, price, freeFrom, least, most }) => ({
      countries: countries
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
      priceMinor: amount(price),
      freeFromMinor: freeFrom.trim() ? amount(freeFrom) : null,
      days: [wholeNumberIn(least), wholeNumberIn(most)] as [number, number],
    })),
    seller: {
      name: typed.sellerName,
      address: typed.sellerAddress,
      email: typed.sellerEmail,
      taxNumber: typed.taxNumber,
    },
    bank: {
      holder: typed.holder,
      iban: typed.iban.replaceAll(/\s/g, '').toUpperCase(),
      bic: typed.bic.replaceAll(/\s/g, '').toUpperCase(),
    },
  };
}
