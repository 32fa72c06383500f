import { plainCode } from './plain-digits.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Codes are shown in groups. */
export const groupLength = 4;

export function inGroups(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$& ');
}

/** @param bytes random ones: each becomes a character of Crockford's base32 */
export function toCrockford(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => alphabet[byte % 32]).join('');
}

/** Reads a typed code: ignores case and all that is no letter or digit, reads o as 0, i and l as 1. Empty when it is no code. */
export function readCrockford(typed: string, length: number): string {
  const code = plainCrockford(typed);
  return isCrockford(code, length) ? code : '';
}

export function typedPartOfCode(typed: string): string {
  const part = plainCrockford(typed);
  return isCrockford(part, part.length) ? part : '';
}

export function isCrockford(text: string, length: number): boolean {
  return text.length === length && /^[0-9a-hjkmnp-tv-z]*$/.test(text);
}

function plainCrockford(typed: string): string {
  return plainCode(typed).toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1');
}
