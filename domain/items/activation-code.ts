import { timingSafeEqual } from 'node:crypto';
import type { Keys } from '../../server/secret.ts';
import { toActivationCode } from './contract/tag-code.ts';

/** The code that comes with a tag from the operator: 40 bits, computed when it is needed and not stored. */
export function activationCodeOf(tagCode: string, keys: Keys): string {
  return toActivationCode(keys.code('activation', tagCode));
}

/** @param given as `readActivationCode` reads it */
export function isActivationCode(tagCode: string, given: string, keys: Keys): boolean {
  const right = Buffer.from(activationCodeOf(tagCode, keys));
  const tried = Buffer.from(given);
  return right.length === tried.length && timingSafeEqual(right, tried);
}
