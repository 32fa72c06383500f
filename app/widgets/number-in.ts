import { plainDigits } from '../../domain/settings/contract/plain-digits.ts';

/** With a comma or a point, in the digits and with the minus of any keyboard; what is no number is sent as none, and refused in words. */
export function numberIn(typed: string, empty = Number.NaN): number {
  const plain = plainDigits(typed)
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/[,٫]/u, '.');
  return plain.trim() === '' ? empty : Number(plain);
}
