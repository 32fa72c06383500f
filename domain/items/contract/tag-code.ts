import { isCrockford, readCrockford, toCrockford } from '../../texts/contract/typed-codes.ts';

/** 16 characters of Crockford's base32 hold 80 random bits. */
const tagCodeLength = 16;
const activationCodeLength = 8;

export function newTagCode(): string {
  return toCrockford(crypto.getRandomValues(new Uint8Array(tagCodeLength)));
}

export function isTagCode(text: string): boolean {
  return isCrockford(text, tagCodeLength);
}

export function readTagCode(typed: string): string {
  return readCrockford(typed, tagCodeLength);
}

/** @param bytes random ones: each becomes a character */
export function toActivationCode(bytes: Uint8Array): string {
  return toCrockford(bytes.subarray(0, activationCodeLength));
}

export function readActivationCode(typed: string): string {
  return readCrockford(typed, activationCodeLength);
}
