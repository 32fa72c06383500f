import { createHash } from 'node:crypto';

/** Makes a weak entity tag: better compression later does not make the client's copy outdated. */
export function etagOf(content: string | Uint8Array, encoding = 'plain'): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 20)}-${encoding}"`;
}

export function matchesEtag(etag: string, ifNoneMatch: string | undefined): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch === etag || ifNoneMatch.split(',').some((each) => strong(each.trim()) === strong(etag));
}

function strong(etag: string): string {
  return etag.replace(/^W\//, '');
}
