import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Keys } from '../../server/secret.ts';

const lifetimeMs = 5 * 60_000;
const stampBytes = 8;
const nonceBytes = 16;

export type ChallengePurpose = `add ${string}` | `prove ${string}` | 'sign in';

/** Nothing is stored for strangers: the challenge says itself when it was made and for what, and is signed. */
export function newChallenge(purpose: ChallengePurpose, keys: Keys): Uint8Array<ArrayBuffer> {
  const stamp = Buffer.alloc(stampBytes);
  stamp.writeBigUInt64BE(BigInt(Date.now()));
  const start = Buffer.concat([stamp, randomBytes(nonceBytes)]);
  return new Uint8Array(Buffer.concat([start, codeOf(purpose, start, keys)]));
}

/** When it was made, in milliseconds since 1970; undefined when it is none of ours for this purpose, or too old. */
export function readChallenge(challenge: string, purpose: ChallengePurpose, keys: Keys): number | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  const start = bytes.subarray(0, stampBytes + nonceBytes);
  const code = bytes.subarray(stampBytes + nonceBytes);
  const expected = codeOf(purpose, start, keys);
  if (code.length !== expected.length || !timingSafeEqual(code, expected)) return undefined;
  const madeAt = Number(start.readBigUInt64BE());
  return Date.now() - madeAt < lifetimeMs ? madeAt : undefined;
}

function codeOf(purpose: ChallengePurpose, start: Buffer, keys: Keys): Buffer {
  return keys.code('passkey-challenge', `${purpose} ${start.toString('hex')}`);
}
