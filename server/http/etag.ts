import { createHash } from 'node:crypto';

/**
 * An entity tag of the content in an encoding. It is weak: the same content may be compressed better later, and whoever
 * has the earlier bytes need not fetch it again.
 */
export function etagOf(content: string | Uint8Array, encoding = 'plain'): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 20)}-${encoding}"`;
}

/** Whether an If-None-Match header names the entity tag, weakly compared (RFC 9110, 13.1.2). */
export function isNamed(etag: string, ifNoneMatch: string | undefined): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch === etag || ifNoneMatch.split(',').some((each) => strong(each.trim()) === strong(etag));
}

/** What is left to compare: proxies that compress make tags weak, and some take the mark away. */
function strong(etag: string): string {
  return etag.replace(/^W\//, '');
}
