import { decimals, parseMoney } from '../../domain/shop/contract/money.ts';
import { isDestination, type ShopSettings } from '../../domain/shop/contract/shop-settings.ts';
import { countsAsOutside } from '../../domain/shop/contract/territories.ts';
import { numberIn } from '../widgets/number-in.ts';
import { wholeNumberIn } from '../widgets/whole-number-in.ts';

export type TypedZone = { countries: string; price: string; freeFrom: string; least: string; most: string };

export type TypedTax = { country: string; rate: string; isOutside: boolean };

export type TypedSettings = {
  open: boolean;
  currency: string;
  taxScheme: ShopSettings['taxScheme'];
  taxes: TypedTax[];
  unpaidDays: string;
  perAddress: string;
  perNetwork: string;
  percentOfStock: string;
  reviewMails: boolean;
  delivery: TypedZone[];
  sellerName: string;
  sellerAddress: string;
  sellerEmail: string;
  sellerCountry: string;
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
    taxes: [
      ...Object.entries(shop.taxRates).map(([country, rate]) => ({
        country,
        rate: String(rate / 100),
        isOutside: false,
      })),
      ...shop.outsideTax.map((country) => ({ country, rate: '', isOutside: true })),
    ],
    unpaidDays: String(shop.unpaidDays),
    perAddress: String(shop.unpaidStock.perAddress),
    perNetwork: String(shop.unpaidStock.perNetwork),
    percentOfStock: String(shop.unpaidStock.percentOfStock),
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
    sellerCountry: seller.country ?? '',
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

/** A line for each country that is delivered to or has a rate. */
export function taxesOf({ taxes, delivery }: TypedSettings): TypedTax[] {
  const said = new Map(taxes.map((tax) => [tax.country, tax]));
  const delivered = delivery.flatMap((zone) => countriesIn(zone.countries)).filter(isDestination);
  const countries = new Set([...delivered, ...said.keys()]);
  return [...countries].map(
    (country) => said.get(country) ?? { country, rate: '', isOutside: countsAsOutside(country) },
  );
}

function countriesIn(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
}

/** As it is typed. */
export function taxesInLines(taxes: TypedTax[], outside: string): string {
  return taxes.map(({ country, rate, isOutside }) => `${country} ${isOutside ? outside : rate}`).join('\n');
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
      typed.taxes
        .filter(({ rate, isOutside }) => rate.trim() && !isOutside)
        .map(({ country, rate }) => [country, Math.round(numberIn(rate) * 100)]),
    ),
    outsideTax: typed.taxes.filter(({ isOutside }) => isOutside).map(({ country }) => country),
    unpaidDays: wholeNumberIn(typed.unpaidDays),
    unpaidStock: {
      perAddress: wholeNumberIn(typed.perAddress),
      perNetwork: wholeNumberIn(typed.perNetwork),
      percentOfStock: wholeNumberIn(typed.percentOfStock),
    },
    reviewMails: typed.reviewMails,
    delivery: typed.delivery.map(({ countries, price, freeFrom, least, most }) => ({
      countries: countriesIn(countries),
      priceMinor: amount(price),
      freeFromMinor: freeFrom.trim() ? amount(freeFrom) : null,
      days: [wholeNumberIn(least), wholeNumberIn(most)] as [number, number],
    })),
    seller: {
      name: typed.sellerName,
      address: typed.sellerAddress,
      ...(typed.sellerCountry.trim() && { country: typed.sellerCountry.trim().toUpperCase() }),
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
