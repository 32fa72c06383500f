const prefix = 'hbk';

/** Encodes an item's id for public use: URL-safe base64 of prefix and id, without padding (C-3.06). Empty for an empty id. */
export function toItemHash(id: string): string {
  if (id === '') return '';
  const binary = String.fromCharCode(...new TextEncoder().encode(prefix + id));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decodes a public hash (C-3.07). Empty when it is not valid. */
export function fromItemHash(hash: string): string {
  const read = readItemHash(hash);
  return read?.prefix === prefix ? read.id : '';
}

/** The parts of a hash, whatever its prefix. Undefined when it does not decode. */
export function readItemHash(hash: string): { prefix: string; id: string; isOwn: boolean } | undefined {
  if (!/^[\w-]+$/.test(hash)) return undefined;
  try {
    const binary = atob(hash.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    // No database keeps it.
    if (text.includes('\0')) return undefined;
    const [own, id] = [text.slice(0, prefix.length), text.slice(prefix.length)];
    return { prefix: own, id, isOwn: own === prefix };
  } catch {
    return undefined;
  }
}

/** Signs of codes, hashes, tokens and paths; all others around them are a sentence's, in any script, or cannot be seen. */
const ours = String.raw`\p{L}\p{M}\p{N}\p{Cc}/_=%-`;
const beforeWords = new RegExp(`^[^${ours}]+`, 'u');
/** Begins only where a run of marks begins: from each mark of a long run it would take seconds. */
const afterWords = new RegExp(`(^|[${ours}])[^${ours}]+$`, 'u');

/** Without the marks that a sentence leaves around a code or an address in it. None of them is part of one. */
export function withoutSentenceMarks(text: string): string {
  return text.trim().replace(beforeWords, '').replace(afterWords, '$1');
}

/** What names a tag in a pasted address of its page, `/t/{code}` or `/item/{hash}`: its code. Of anything else, the marks of a sentence around it are left out. */
export function codeInAddress(typed: unknown): unknown {
  if (typeof typed !== 'string') return typed;
  const text = withoutSentenceMarks(typed);
  const [, page, name = ''] = /\/(t|item)\/([^/?#]+)\/?(?:[?#].*)?$/is.exec(text) ?? [];
  if (!page) return text;
  return page.toLowerCase() === 't' ? decoded(name) : fromItemHash(name);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
