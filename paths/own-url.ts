/** What a browser at this origin makes of an address that somebody else gave; undefined when it leads elsewhere or cannot be read. */
export function ownUrl(given: string, origin: string): URL | undefined {
  const url = given.startsWith('/') ? readUrl(given, origin) : undefined;
  // Only what the browser made of it is judged: its dot segments and backslashes are gone, and a host may have come forth.
  return url?.origin === origin && isOwnPath(url.pathname) ? url : undefined;
}

export function readUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

function isOwnPath(path: string): boolean {
  try {
    return !decodeURI(path).startsWith('//');
  } catch {
    return false;
  }
}
