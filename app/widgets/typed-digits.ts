import { plainDigits } from '../../domain/settings/contract/plain-digits.ts';

/** A typed number in the digits and with the minus that programs read. */
export function typedDigits(typed: string): string {
  return plainDigits(typed)
    .replace(/[\p{Pd}−]/gu, '-')
    .trim();
}
