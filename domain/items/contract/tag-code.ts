const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Letters and digits in a tag's code: 16 of Crockford's base32, 80 random bits. */
const tagCodeLength = 16;

/** A new tag's code, in lower case. */
export function newTagCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(tagCodeLength));
  return Array.from(bytes, (byte) => alphabet[byte % 32]).join('');
}

/** Whether the text is exactly a tag's code. */
export function isTagCode(text: string): boolean {
  return /^[0-9a-hjkmnp-tv-z]{16}$/.test(text);
}

/**
 * The code that a person meant: spaces and dashes dropped, case folded, and the look-alikes o→0 and i, l→1 forgiven (Crockford).
 * Empty when what is left is no code.
 */
export function readTagCode(typed: string): string {
  const code = typed
    .toLowerCase()
    .replace(/[\s\u2010-\u2015-]+/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return isTagCode(code) ? code : '';
}
