import type { Translations } from '../../../language/create-translations.ts';
import { remembered } from '../../../language/remembered.ts';
import { plainDigits } from '../../texts/contract/plain-digits.ts';

/** An amount in the smallest unit of its currency: cents, or whole yen. Never a fraction. */
export type Money = { minor: number; currency: string };

export function formatMoney({ minor, currency }: Money, language: string): string {
  return formatOf(language, currency).format(decimals({ minor, currency }) as unknown as number);
}

const formatOf = remembered(
  (language: string, currency: string) => new Intl.NumberFormat(language, { style: 'currency', currency }),
);

export function decimals({ minor, currency }: Money): string {
  const digits = fractionDigits(currency);
  const text = String(Math.abs(minor)).padStart(digits + 1, '0');
  const sign = minor < 0 ? '-' : '';
  return sign + (digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`);
}

/** An amount that need not be whole, such as a unit price without its tax: in up to two digits more than the currency has. */
export function formatFinely(minor: number, currency: string, language: string): string {
  const digits = fractionDigits(currency);
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits + 2,
  });
  return format.format(minor / 10 ** digits);
}

/** As one types it. Where there are three decimals, a comma before them could be one of thousands. */
export function typedDecimals({ minor, currency }: Money, language: string): string {
  const text = decimals({ minor, currency });
  return fractionDigits(currency) > 2 ? text : text.replace('.', new Intl.NumberFormat(language).format(0.5).charAt(1));
}

/** Reads the smallest unit from a typed amount, with its currency or without; undefined when it is none, or could be two: “1,234” where there are three decimals. */
export function parseMoney(typed: string, currency: string): number | undefined {
  const [, whole, separator, fraction = ''] =
    /^(\d{1,9})(?:([.,٫])(\d+))?$/.exec(withoutSign(plainDigits(typed).trim(), currency)) ?? [];
  const digits = fractionDigits(currency);
  if (whole === undefined || fraction.length > digits || (separator === ',' && fraction.length === 3)) return undefined;
  return Number(whole + fraction.padEnd(digits, '0'));
}

function withoutSign(text: string, currency: string): string {
  const symbol =
    formatOf('en', currency)
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? currency;
  for (const sign of [currency, symbol]) {
    if (text.startsWith(sign)) return text.slice(sign.length).trim();
    if (text.endsWith(sign)) return text.slice(0, -sign.length).trim();
  }
  return text;
}

function fractionDigits(currency: string): number {
  return formatOf('en', currency).resolvedOptions().maximumFractionDigits ?? 2;
}

/** The tax that a price holds. @param rate in hundredths of a percent: 1900 is 19 % */
export function taxWithin(grossMinor: number, rate: number): number {
  return grossMinor - Math.round((grossMinor * 10_000) / (10_000 + rate));
}

export function unitWithoutTax(unitMinor: number, rate: number): number {
  return (unitMinor * 10_000) / (10_000 + rate);
}

/** Of each of several amounts, what is left without its tax. Together they are what is left of the sum: each is rounded with those before it. */
export function withoutTax(grossMinors: number[], rate: number): number[] {
  let sum = 0;
  return grossMinors.map((grossMinor) => {
    const before = sum - taxWithin(sum, rate);
    sum += grossMinor;
    return sum - taxWithin(sum, rate) - before;
  });
}

type Taxed = {
  taxScheme: 'small-business' | 'destination';
  taxRate: number;
  taxMinor: number;
  isExport?: boolean;
};

export function taxSentence(
  { taxScheme, taxRate, taxMinor, isExport }: Taxed,
  money: (minor: number) => string,
  t: Translations,
): string {
  if (taxScheme === 'small-business') return t('checkoutPage.smallBusiness');
  if (isExport) return t('checkoutPage.exportTax');
  if (taxRate === 0) return t('checkoutPage.noTax');
  return t('checkoutPage.taxWithin', { rate: percentOf(taxRate, t.language), tax: money(taxMinor) });
}

/** @param rate in hundredths of a percent */
export function percentOf(rate: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(rate / 10_000);
}

/** VAT identification numbers of the EU, the United Kingdom, Switzerland and Norway; what else a seller types is a tax number. */
const vatIds = [
  /^(?:DE|EE|EL|PT)\d{9}$/,
  /^(?:DK|FI|HU|LU|MT|SI)\d{8}$/,
  /^(?:PL|SK)\d{10}$/,
  /^(?:HR|IT|LV)\d{11}$/,
  /^(?:BE|BG)\d{9,10}$/,
  /^(?:ATU\d{8}|CY\d{8}[A-Z]|CZ\d{8,10}|ES[0-9A-Z]\d{7}[0-9A-Z]|FR[0-9A-Z]{2}\d{9}|IE\d[0-9A-Z+*]\d{5}[A-Z]{1,2})$/,
  /^(?:LT(?:\d{9}|\d{12})|NL[0-9A-Z+*]{10}\d{2}|RO\d{2,10}|SE\d{12})$/,
  /^(?:GB|XI)(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  /^(?:CHE\d{9}(?:MWST|TVA|IVA)?|(?:NO)?\d{9}MVA)$/,
];

export function taxNumberSentence(number: string, t: Translations): string {
  const bare = number.toUpperCase().replace(/[\s.-]/g, '');
  const isVatId = vatIds.some((form) => form.test(bare));
  return t(isVatId ? 'invoicePage.vatId' : 'invoicePage.taxNumber', { number });
}
