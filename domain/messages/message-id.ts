import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Installation } from '../../server/installation.ts';

type Keys = Installation['keys'];

/** One block, encrypted as it is: every number is a block of its own, and the same number the same block. */
const cipher = 'aes-256-ecb';

/**
 * A message's id as people see it: 22 letters. Encrypted, because the numbers of the table tell how many messages there are and how many
 * come in an hour.
 */
export function toMessageId(number: string, keys: Keys): string {
  const block = Buffer.alloc(16);
  block.writeBigInt64BE(BigInt(number), 8);
  return createCipheriv(cipher, keys.key('message-id'), null).setAutoPadding(false).update(block).toString('base64url');
}

/** The number behind an id that we gave; undefined for one that we did not. */
export function fromMessageId(id: string, keys: Keys): string | undefined {
  const encrypted = Buffer.from(id, 'base64url');
  if (encrypted.length !== 16 || encrypted.toString('base64url') !== id) return undefined;
  const block = createDecipheriv(cipher, keys.key('message-id'), null).setAutoPadding(false).update(encrypted);
  // What we did not encrypt does not decrypt to eight zeros.
  return block.readBigInt64BE(0) === 0n ? block.readBigInt64BE(8).toString() : undefined;
}
