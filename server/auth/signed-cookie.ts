import { createHmac, timingSafeEqual } from 'node:crypto';

/** Reads better-auth's session cookie, `token.signature` with HMAC-SHA256 in Base64. Undefined when the signature is wrong. */
export function readSignedToken(cookie: string, secret: string): string | undefined {
  const [, token, signature = ''] = /^(.+)\.([A-Za-z0-9+/]{43}=)$/.exec(decode(cookie)) ?? [];
  if (!token) return undefined;
  const expected = createHmac('sha256', secret).update(token).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'base64')) ? token : undefined;
}

/** What `readSignedToken` reads. */
export function signToken(token: string, secret: string): string {
  return encodeURIComponent(`${token}.${createHmac('sha256', secret).update(token).digest('base64')}`);
}

function decode(cookie: string): string {
  try {
    return decodeURIComponent(cookie);
  } catch {
    return '';
  }
}
