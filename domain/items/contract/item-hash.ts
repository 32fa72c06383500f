const prefix = 'hbk';

/**
 * The public form of an item's id: URL-safe base64, without padding, of the prefix and the id as UTF-8 (C-3.06).
 * Empty for an empty id. Runs on the server and in the browser.
 */
export function toItemHash(id: string): string {
  if (id === '') return '';
  const binary = String.fromCharCode(...new TextEncoder().encode(prefix + id));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The id behind a public hash; empty when the hash is empty, does not decode, or lacks the prefix (C-3.07). */
export function fromItemHash(hash: string): string {
  if (!/^[\w-]+$/.test(hash)) return '';
  try {
    const binary = atob(hash.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.startsWith(prefix) ? text.slice(prefix.length) : '';
  } catch {
    return '';
  }
}
