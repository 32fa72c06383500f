import { hashToken } from '../../server/auth/token-hash.ts';
import type { Keys } from '../../server/secret.ts';
import { readInvitationCode, toInvitationCode } from '../items/contract/tag-code.ts';

/** What a code is for. Those of one purpose are none of another. */
export type CodePurpose = 'invitation' | 'handover';

/** A code to hand over by word: 40 bits. The same `key` for the same item gives the same code. */
export function invitationCode(purpose: CodePurpose, itemId: string, key: string, keys: Keys): string {
  return toInvitationCode(keys.code(purpose, `code ${itemId} ${key}`));
}

/** Keyed, because a code is short enough to be found by trying all. */
export function hashCode(purpose: CodePurpose, code: string, keys: Keys): string {
  return keys.code(purpose, `stored ${code}`).toString('hex');
}

/** What was typed or pasted: a token of a mail, or else a code; its hash is empty when it cannot be one. */
export function readInvitation(
  purpose: CodePurpose,
  typed: string,
  keys: Keys,
): { isCode: boolean; secretHash: string } {
  if (/^[\w-]{43}$/.test(typed)) return { isCode: false, secretHash: hashToken(typed) };
  const code = readInvitationCode(typed);
  return { isCode: true, secretHash: code && hashCode(purpose, code, keys) };
}

/** Of an address that gets no invitation. */
export function hashAddress(email: string, keys: Keys): string {
  return keys.code('address', `invitation refused ${email.toLowerCase()}`).toString('hex');
}
