import {
  type Argon2Parameters,
  argon2,
  createCipheriv,
  randomBytes,
  type ScryptOptions,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { limitConcurrency } from '../concurrency.ts';

const argon2id = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;
/** Uses two of libuv's four threads, so that pictures, exports and name lookups do not wait for passwords. */
const hashing = limitConcurrency({ atOnce: 2, mostWaiting: 100 });

function derive(parameters: Argon2Parameters): Promise<Buffer> {
  return hashing.run(() => argon2id('argon2id', parameters));
}

/** Of argon2id; `memory` in KiB. */
export type PasswordCost = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>;

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
export const ordinaryPasswordCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive({ message: password.normalize('NFKC'), nonce, tagLength, ...cost });
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(nonce)}$${text(tag)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  if (isFirebaseHash(hash)) return hashing.run(() => verifyFirebaseHash(password, hash));
  const [, memory, passes, parallelism, nonce = '', tag = ''] = phc.exec(hash) ?? [];
  if (!tag) return false;
  const expected = Buffer.from(tag, 'base64');
  const actual = await derive({
    message: password.normalize('NFKC'),
    nonce: Buffer.from(nonce, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(actual, expected);
}

const scryptKey = promisify(scrypt) as (
  password: string,
  salt: Buffer,
  keyLength: number,
  options: ScryptOptions,
) => Promise<Buffer>;

/** What Firebase shows as `hash_config`. `memCost` is the binary logarithm of scrypt's N, `rounds` its r; p is 1. */
export type FirebaseScrypt = { signerKey: string; saltSeparator: string; rounds: number; memCost: number };

const stored = /^\$firebase-scrypt\$ln=(\d+),r=(\d+)\$([^$]*)\$([^$]+)$/;
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

async function verifyFirebaseHash(password: string, hash: string): Promise<boolean> {
  const [, memCost, rounds, salts = '', keyStream = ''] = stored.exec(hash) ?? [];
  const expected = Buffer.from(keyStream, 'base64');
  if (expected.length === 0) return false;
  const options = { N: 2 ** Number(memCost), r: Number(rounds), p: 1, maxmem: 64 * 1024 * 1024 };
  const key = await scryptKey(password, Buffer.from(salts, 'base64'), keyBytes, options);
  const actual = createCipheriv('aes-256-ctr', key, noNonce).update(Buffer.alloc(expected.length));
  return timingSafeEqual(actual, expected);
}

/** Reads both alphabets. */
function fromBase64(text: string): Buffer {
  return Buffer.from(text, 'base64');
}
