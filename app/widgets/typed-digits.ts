import { plainDigits } from '../../domain/settings/contract/plain-digits.ts';

export function typedDigits(typed: string): string {
  return plainDigits(typed)
    .replace(/[\p{Pd}−]/gu, '-')
    .trim();
}
