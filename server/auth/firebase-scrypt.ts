import { createCipheriv, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(scrypt) as (
  password: string,
  salt: Buffer,
  keyLength: number,
  options: ScryptOptions,
) => Promise<Buffer>;

/** What Firebase shows as `hash_config`. `memCost` is the binary logarithm of scrypt's N, `rounds` its r; p is 1. */
export type FirebaseScrypt = { signerKey: string; saltSeparator: string; rounds: number; memCost: number };

const stored = /^\$firebase-scrypt\$ln=(\d+),r=(\d+)\$([^$]*)\$([^$]+)$/;
/** As a pattern of SQL. */
export const storedFirebaseHashes = '$firebase-scrypt$%';
/** Of a signer key, in bytes; Firebase makes 64. */
const keyLength = { min: 32, max: 128 };
const keyBytes = 32;
const noNonce = Buffer.alloc(16);

/**
 * What verifies a password of Firebase, as text. Firebase's hash is the signer key, encrypted with AES-256-CTR under a key that scrypt
 * derives from the password; without the signer key the key stream is left, which is as hard to guess from and needs no other secret.
 * Undefined when hash and signer key do not belong together.
 */
export function storeFirebaseHash(
  { hash, salt }: { hash: string; salt: string },
  { signerKey, saltSeparator, rounds, memCost }: FirebaseScrypt,
): string | undefined {
  const [encrypted, key] = [fromBase64(hash), fromBase64(signerKey)];
  const { min, max } = keyLength;
  if (encrypted.length !== key.length || key.length < min || key.length > max) return undefined;
  const keyStream = Buffer.from(encrypted.map((byte, index) => byte ^ (key[index] ?? 0)));
  const salts = Buffer.concat([fromBase64(salt), fromBase64(saltSeparator)]);
  return `$firebase-scrypt$ln=${memCost},r=${rounds}$${salts.toString('base64')}$${keyStream.toString('base64')}`;
}

export function isFirebaseHash(hash: string): boolean {
  return stored.test(hash);
}

/** @param hash made by `storeFirebaseHash` */
export async function verifyFirebaseHash(password: string, hash: string): Promise<boolean> {
  const [, memCost, rounds, salts = '', keyStream = ''] = stored.exec(hash) ?? [];
  const expected = Buffer.from(keyStream, 'base64');
  if (expected.length === 0) return false;
  const options = { N: 2 ** Number(memCost), r: Number(rounds), p: 1, maxmem: 64 * 1024 * 1024 };
  const key = await derive(password, Buffer.from(salts, 'base64'), keyBytes, options);
  const actual = createCipheriv('aes-256-ctr', key, noNonce).update(Buffer.alloc(expected.length));
  return timingSafeEqual(actual, expected);
}

/** Reads both alphabets. */
function fromBase64(text: string): Buffer {
  return Buffer.from(text, 'base64');
}
