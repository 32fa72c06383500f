import { createHmac, timingSafeEqual } from 'node:crypto';

/** The token in a session cookie of better-auth's, `token.signature` with HMAC-SHA256 in Base64; undefined when it is forged or mangled. */
export function readSignedToken(cookie: string, secret: string): string | undefined {
  const [, token, signature = ''] = /^(.+)\.([A-Za-z0-9+/]{43}=)$/.exec(decode(cookie)) ?? [];
  if (!token) return undefined;
  const expected = createHmac('sha256', secret).update(token).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'base64')) ? token : undefined;
}

function decode(cookie: string): string {
  try {
    return decodeURIComponent(cookie);
  } catch {
    return '';
  }
}
