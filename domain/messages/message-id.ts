import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Services } from '../../server/services.ts';

type Keys = Services['keys'];

/** ECB is enough: each number is a single block, and the same number is the same id. */
const cipher = 'aes-256-ecb';

/** Encrypts a message's number, which would reveal how many messages there are. */
export function toMessageId(number: string, keys: Keys): string {
  const block = Buffer.alloc(16);
  block.writeBigInt64BE(BigInt(number), 8);
  return createCipheriv(cipher, keys.key('message-id'), null).setAutoPadding(false).update(block).toString('base64url');
}

export function fromMessageId(id: string, keys: Keys): string | undefined {
  const encrypted = Buffer.from(id, 'base64url');
  if (encrypted.length !== 16 || encrypted.toString('base64url') !== id) return undefined;
  const block = createDecipheriv(cipher, keys.key('message-id'), null).setAutoPadding(false).update(encrypted);
  // An id that is not ours does not decrypt to eight zeros.
  return block.readBigInt64BE(0) === 0n ? block.readBigInt64BE(8).toString() : undefined;
}
