const prefix = 'hbk';

/** Encodes an item's id for public use: URL-safe base64 of prefix and id, without padding (C-3.06). Empty for an empty id. */
export function toItemHash(id: string): string {
  if (id === '') return '';
  const binary = String.fromCharCode(...new TextEncoder().encode(prefix + id));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decodes a public hash (C-3.07). Empty when it is not valid. */
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
