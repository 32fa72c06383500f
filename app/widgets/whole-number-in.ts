import { typedDigits } from './typed-digits.ts';

const grouped = /^[+-]?\d{1,3}([.,'’\s])\d{3}(\1\d{3})*$/;

/**
 * Also with a language's separator of thousands: 10.000 is ten thousand, never ten; in the digits and with the minus of any keyboard. NaN for
 * what is no whole number: the server says so beside the field.
 */
export function wholeNumberIn(typed: string, empty = Number.NaN): number {
  const text = typedDigits(typed);
  if (text === '') return empty;
  const plain = grouped.test(text) ? text.replace(/[^\d+-]/g, '') : text;
  return /^[+-]?\d+$/.test(plain) ? Number(plain) : Number.NaN;
}
