/**
 * Whether a request that changes something comes from our own pages (ASVS 3.5.1).
 * Browsers say so in Sec-Fetch-Site, older ones in Origin; a client that sends neither is no browser and carries nobody's cookies.
 */
export function isSameOrigin(headers: Headers, publicUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site) return site === 'same-origin' || site === 'none';
  const origin = headers.get('origin');
  if (!origin) return true;
  return origin === publicUrl || hostOf(origin) === headers.get('host');
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
