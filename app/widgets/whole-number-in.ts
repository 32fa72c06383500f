import { typedDigits } from './typed-digits.ts';

const grouped = /^[+-]?\d{1,3}([.,'’\s])\d{3}(\1\d{3})*$/;

/** Also with a language's separator of thousands and the digits of any keyboard. NaN for what is no whole number. */
export function wholeNumberIn(typed: string, empty = Number.NaN): number {
  const text = typedDigits(typed);
  if (text === '') return empty;
  const plain = grouped.test(text) ? text.replace(/[^\d+-]/g, '') : text;
  return /^[+-]?\d+$/.test(plain) ? Number(plain) : Number.NaN;
}
