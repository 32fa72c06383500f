import { createHash, randomBytes } from 'node:crypto';

/** A token that only its holder knows: 32 random bytes in URL-safe base64. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** How a token is stored: SHA-256, in hexadecimal. Tokens have at least 128 random bits, so no salt is needed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
