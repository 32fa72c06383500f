import { createHash, randomBytes } from 'node:crypto';

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes a token with SHA-256, in hexadecimal. Tokens are random, so they need no salt. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
