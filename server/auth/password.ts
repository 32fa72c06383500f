import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { limitConcurrency } from '../concurrency.ts';
import { isFirebaseHash, verifyFirebaseHash } from './firebase-scrypt.ts';

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

/** @param hash of argon2id, or of an account that was imported from Firebase */
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
