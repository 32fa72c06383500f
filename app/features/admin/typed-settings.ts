import { parseMoney, typedDecimals } from '../../../domain/shop/contract/money.ts';
import type { ShopSettings } from '../../../domain/shop/contract/shop-settings.ts';
import { countsAsOutside, isDestination } from '../../../domain/shop/contract/territories.ts';
import { t } from '../../core/document/app-translations.ts';
import { numberIn, wholeNumberIn } from '../../widgets/numbers.ts';

export type TypedZone = { countries: string; price: string; freeFrom: string; least: string; most: string };

export type TypedTax = { country: string; rate: string; isOutside: boolean };

export type TypedSettings = Pick<ShopSettings, 'open' | 'currency' | 'taxScheme' | 'outsideTax' | 'reviewMails'> & {
  taxRates: Record<string, string>;
  unpaidDays: string;
  unpaidStock: Record<keyof ShopSettings['unpaidStock'], string>;
  delivery: TypedZone[];
  seller: Required<ShopSettings['seller']>;
  bank: ShopSettings['bank'];
};

export const newZone: TypedZone = { countries: '', price: '', freeFrom: '', least: '', most: '' };

export function typedFrom(shop: ShopSettings): TypedSettings {
  const { currency, unpaidStock, seller } = shop;
  const amount = (minor: number) => typedDecimals({ minor, currency }, t.language);
  const percent = new Intl.NumberFormat(t.language, { maximumFractionDigits: 2 });
  return {
    ...shop,
    taxRates: Object.fromEntries(
      Object.entries(shop.taxRates).map(([country, rate]) => [country, percent.format(rate / 100)]),
    ),
    unpaidDays: String(shop.unpaidDays),
    unpaidStock: {
      perAddress: String(unpaidStock.perAddress),
      perNetwork: String(unpaidStock.perNetwork),
      percentOfStock: String(unpaidStock.percentOfStock),
    },
    delivery: shop.delivery.map(({ countries, priceMinor, freeFromMinor, days: [least, most] }) => ({
      countries: countries.join(', '),
      price: amount(priceMinor),
      freeFrom: freeFromMinor === null ? '' : amount(freeFromMinor),
      least: String(least),
      most: String(most),
    })),
    seller: { ...seller, country: seller.country ?? '' },
  };
}

export function taxesOf({ taxRates, outsideTax, delivery }: TypedSettings): TypedTax[] {
  const delivered = delivery.flatMap((zone) => countriesIn(zone.countries)).filter(isDestination);
  return [...new Set([...delivered, ...Object.keys(taxRates), ...outsideTax])].map((country) => ({
    country,
    rate: taxRates[country] ?? '',
    isOutside: outsideTax.includes(country) || (taxRates[country] === undefined && countsAsOutside(country)),
  }));
}

export function typedTaxes(taxes: TypedTax[]): Pick<TypedSettings, 'taxRates' | 'outsideTax'> {
  return {
    taxRates: Object.fromEntries(taxes.map(({ country, rate }) => [country, rate])),
    outsideTax: taxes.filter(({ isOutside }) => isOutside).map(({ country }) => country),
  };
}

function countriesIn(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
}

/** A text that is no number becomes no number, so that the server says beside the field what is wrong. */
export function settingsIn(typed: TypedSettings) {
  const { country, ...seller } = typed.seller;
  const { bank } = typed;
  const currency = typed.currency.trim().toUpperCase();
  const knows = Intl.supportedValuesOf('currency').includes(currency);
  const amount = (text: string) => (knows ? parseMoney(text, currency) : 0) ?? Number.NaN;
  return {
    open: typed.open,
    currency,
    taxScheme: typed.taxScheme,
    taxRates: Object.fromEntries(
      Object.entries(typed.taxRates)
        .filter(([country, rate]) => rate.trim() && !typed.outsideTax.includes(country))
        .map(([country, rate]) => [country, Math.round(numberIn(rate) * 100)]),
    ),
    outsideTax: typed.outsideTax,
    unpaidDays: wholeNumberIn(typed.unpaidDays),
    unpaidStock: {
      perAddress: wholeNumberIn(typed.unpaidStock.perAddress),
      perNetwork: wholeNumberIn(typed.unpaidStock.perNetwork),
      percentOfStock: wholeNumberIn(typed.unpaidStock.percentOfStock),
    },
    reviewMails: typed.reviewMails,
    delivery: typed.delivery.map(({ countries, price, freeFrom, least, most }) => ({
      countries: countriesIn(countries),
      priceMinor: amount(price),
      freeFromMinor: freeFrom.trim() ? amount(freeFrom) : null,
      days: [wholeNumberIn(least), wholeNumberIn(most)] as [number, number],
    })),
    seller: { ...seller, ...(country.trim() && { country: country.trim().toUpperCase() }) },
    bank: {
      holder: bank.holder,
      iban: bank.iban.replaceAll(/\s/g, '').toUpperCase(),
      bic: bank.bic.replaceAll(/\s/g, '').toUpperCase(),
    },
  };
}
