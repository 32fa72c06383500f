import { plainDigits } from '../../domain/texts/contract/plain-digits.ts';

function typedDigits(typed: string): string {
  return plainDigits(typed)
    .replace(/[\p{Pd}−]/gu, '-')
    .trim();
}

/** With a comma or a point, in the digits and with the minus of any keyboard; what is no number is sent as none, and refused in words. */
export function numberIn(typed: string, empty = Number.NaN): number {
  const plain = typedDigits(typed).replace(/[,٫]/u, '.');
  return plain === '' ? empty : Number(plain);
}

const grouped = /^[+-]?\d{1,3}([.,'’\s])\d{3}(\1\d{3})*$/;

/** Also with a language's separator of thousands and the digits of any keyboard. NaN for what is no whole number. */
export function wholeNumberIn(typed: string, empty = Number.NaN): number {
  const text = typedDigits(typed);
  if (text === '') return empty;
  const plain = grouped.test(text) ? text.replace(/[^\d+-]/g, '') : text;
  return /^[+-]?\d+$/.test(plain) ? Number(plain) : Number.NaN;
}
