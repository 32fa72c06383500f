/**
 * Whether a request that changes something comes from our own pages (ASVS 3.5.1).
 * Browsers say so in Sec-Fetch-Site, older ones in Origin; a client that sends neither is no browser and carries nobody's cookies.
 * A page that came over http is never ours where we are reached over https: anybody on its way could have written it.
 */
export function isSameOrigin(headers: Headers, publicUrl: string): boolean {
  const origin = headers.get('origin');
  const ours = new URL(publicUrl);
  if (ours.protocol === 'https:' && origin?.startsWith('http:')) return false;
  const site = headers.get('sec-fetch-site');
  if (site) return site === 'same-origin' || site === 'none';
  if (!origin) return true;
  // “null”, the origin of a sandboxed page or of a file, is no URL.
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  return protocol === ours.protocol && (host === ours.host || host === headers.get('host'));
}
