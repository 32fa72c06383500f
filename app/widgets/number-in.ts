import { typedDigits } from './typed-digits.ts';

/** With a comma or a point, in the digits and with the minus of any keyboard; what is no number is sent as none, and refused in words. */
export function numberIn(typed: string, empty = Number.NaN): number {
  const plain = typedDigits(typed).replace(/[,٫]/u, '.');
  return plain === '' ? empty : Number(plain);
}
