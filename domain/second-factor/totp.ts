import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Keys } from '../../server/secret.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const secretBytes = 20;
export const stepSeconds = 30;
/** Phones are a little early or late. */
const stepsOff = [0, -1, 1];

export function newSecret(): string {
  return toBase32(randomBytes(secretBytes));
}

/** RFC 6238 with SHA-1 and six digits: what every app can do. */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** The step that the code is of, now or just before or after. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  return stepsOff.map((off) => now + off).find((step) => codeOf(secret, step) === code);
}

export function authenticatorUri({ secret, issuer, email }: { secret: string; issuer: string; email: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

export function sealSecret(secret: string, uid: string, keys: Keys): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keys.key('authenticator-app'), nonce).setAAD(Buffer.from(uid));
  const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url');
}

/** Undefined when it is another account's, or of another installation. */
export function openSecret(sealed: string, uid: string, keys: Keys): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < 12 + 16) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', keys.key('authenticator-app'), bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(uid)).setAuthTag(bytes.subarray(-16));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function toBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('');
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
