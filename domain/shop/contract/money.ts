import { plainDigits } from '../../settings/contract/plain-digits.ts';

/** An amount in the smallest unit of its currency: cents, or whole yen. Never a fraction. */
export type Money = { minor: number; currency: string };

export function formatMoney({ minor, currency }: Money, language: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  return format.format(decimals({ minor, currency }) as unknown as number);
}

/** The amount as programs write it, such as 4.90. */
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

/**
 * Reads a typed amount, such as “4.90”, “4,9” or “5”, in the digits of any keyboard.
 * @returns the smallest unit; undefined when it is none that is zero or more, or could be two: in a currency of three decimals, “1,234” is
 * also a thousand and more
 */
export function parseMoney(typed: string, currency: string): number | undefined {
  const [, whole, separator, fraction = ''] = /^(\d{1,9})(?:([.,٫])(\d+))?$/.exec(plainDigits(typed).trim()) ?? [];
  const digits = fractionDigits(currency);
  if (whole === undefined || fraction.length > digits || (separator === ',' && fraction.length === 3)) return undefined;
  return Number(whole + fraction.padEnd(digits, '0'));
}

function fractionDigits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** The tax that a price holds. @param rate in hundredths of a percent: 1900 is 19 % */
export function taxWithin(grossMinor: number, rate: number): number {
  return grossMinor - Math.round((grossMinor * 10_000) / (10_000 + rate));
}

/** A unit price without its tax, not rounded. */
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
