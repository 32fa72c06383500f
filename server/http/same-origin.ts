/** By Sec-Fetch-Site, or Origin in older browsers (ASVS 3.5.1). A client without both is no browser. On https, a page from http is foreign. */
export function isSameOrigin(headers: Headers, publicUrl: string): boolean {
  const origin = headers.get('origin');
  const ours = new URL(publicUrl);
  if (ours.protocol === 'https:' && origin?.startsWith('http:')) return false;
  const site = headers.get('sec-fetch-site');
  if (site) return site === 'same-origin' || site === 'none';
  if (!origin) return true;
  // “null”, of a sandboxed page or a file, is no URL.
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  return protocol === ours.protocol && (host === ours.host || host === headers.get('host'));
}
