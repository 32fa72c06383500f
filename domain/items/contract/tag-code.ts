const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** 16 characters of Crockford's base32 hold 80 random bits. */
const tagCodeLength = 16;

export function newTagCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(tagCodeLength));
  return Array.from(bytes, (byte) => alphabet[byte % 32]).join('');
}

export function isTagCode(text: string): boolean {
  return /^[0-9a-hjkmnp-tv-z]{16}$/.test(text);
}

/** Reads a typed code: ignores spaces, dashes and case, reads o as 0, i and l as 1 (Crockford). Empty when it is no code. */
export function readTagCode(typed: string): string {
  const code = typed
    .toLowerCase()
    .replace(/[\s\u2010-\u2015-]+/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return isTagCode(code) ? code : '';
}
