import { plainCode } from '../../settings/contract/plain-digits.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** 16 characters of Crockford's base32 hold 80 random bits. */
const tagCodeLength = 16;
const activationCodeLength = 8;
const recoveryCodeLength = 12;
/** Codes are shown in groups. */
export const groupLength = 4;

export function newTagCode(): string {
  return toCrockford(crypto.getRandomValues(new Uint8Array(tagCodeLength)));
}

export function isTagCode(text: string): boolean {
  return isCrockford(text, tagCodeLength);
}

/** Reads a typed code: ignores case and all that is no letter or digit, reads o as 0, i and l as 1 (Crockford). Empty when it is no code. */
export function readTagCode(typed: string): string {
  return readCrockford(typed, tagCodeLength);
}

/** The part of a tag's code that somebody may have typed. Empty when it cannot be one. */
export function typedPartOfCode(typed: string): string {
  const part = plainCrockford(typed);
  return isCrockford(part, part.length) ? part : '';
}

/** As people read it on paper. */
export function inGroups(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$& ');
}

/** @param bytes random ones: each becomes a character */
export function toActivationCode(bytes: Uint8Array): string {
  return toCrockford(bytes.subarray(0, activationCodeLength));
}

/** Reads a typed activation code as `readTagCode` reads a tag's. */
export function readActivationCode(typed: string): string {
  return readCrockford(typed, activationCodeLength);
}

/** @param bytes random ones: each becomes a character */
export function toRecoveryCode(bytes: Uint8Array): string {
  return toCrockford(bytes.subarray(0, recoveryCodeLength));
}

/** Reads a typed recovery code as `readTagCode` reads a tag's. */
export function readRecoveryCode(typed: string): string {
  return readCrockford(typed, recoveryCodeLength);
}

function toCrockford(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => alphabet[byte % 32]).join('');
}

function readCrockford(typed: string, length: number): string {
  const code = plainCrockford(typed);
  return isCrockford(code, length) ? code : '';
}

function plainCrockford(typed: string): string {
  return plainCode(typed).toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1');
}

function isCrockford(text: string, length: number): boolean {
  return text.length === length && /^[0-9a-hjkmnp-tv-z]*$/.test(text);
}
