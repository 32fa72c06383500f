import { createHash } from 'node:crypto';

const emptyPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A worker's policy governs its fetches. */
export const workerPolicy = `${emptyPolicy}; connect-src 'self'`;

export function securityHeaders(publicUrl: string): [name: string, value: string][] {
  const headers: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'same-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    // Link previews and other origins' clients still work: they fetch on servers or by CORS.
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Content-Security-Policy', emptyPolicy],
    ['Permissions-Policy', permissionsPolicy()],
  ];
  if (publicUrl.startsWith('https:'))
    headers.push(['Strict-Transport-Security', 'max-age=63072000; includeSubDomains']);
  return headers;
}

export function permissionsPolicy({ geolocation = false, camera = false } = {}): string {
  return `camera=(${camera ? 'self' : ''}), microphone=(), geolocation=(${geolocation ? 'self' : ''}), payment=()`;
}

/** @param options `inlineStyle`, `inlineScript`: those that are allowed; `linkedStyles`: whether ours are; `images`: another origin for images */
export function contentSecurityPolicy(options: {
  inlineStyle: string;
  inlineScript?: string | undefined;
  linkedStyles?: boolean;
  images?: string | undefined;
}): string {
  const { inlineStyle, inlineScript, linkedStyles } = options;
  const styles = [linkedStyles && "'self'", inlineStyle && hashSource(inlineStyle)].filter(Boolean);
  return [
    // Not 'none' and manifest-src: WebKit does not know that one, and says so in the console of each page.
    "default-src 'self'",
    ['img-src', "'self'", options.images].filter(Boolean).join(' '),
    "worker-src 'self'",
    ['script-src', "'self'", inlineScript && hashSource(inlineScript)].filter(Boolean).join(' '),
    `style-src ${styles.join(' ') || "'none'"}`,
    "frame-src 'none'",
    "media-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

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

export function readCookie(header: string | undefined | null, name: string): string | undefined {
  if (!header) return undefined;
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

export type CookieNames = ReturnType<typeof cookieNames>;

export function cookieNames(publicUrl: string) {
  const start = publicUrl.startsWith('https:') ? '__Host-handback' : 'handback';
  return {
    session: `${start}.session_token`,
    finder: `${start}.found`,
    form: `${start}.form`,
    device: `${start}.device`,
    language: `${start}.language`,
    theme: `${start}.theme`,
    cart: `${start}.cart`,
    cartCount: `${start}.cart_count`,
  };
}

/** From before https, read until it expires. */
export const earlierFinderCookie = 'handback.found';

/** @param readBy `scripts`: also by those of our pages */
export function setCookie(name: string, value: string, maxAgeSeconds: number, readBy: 'server' | 'scripts' = 'server') {
  const secure = name.startsWith('__') ? '; Secure' : '';
  const hidden = readBy === 'server' ? '; HttpOnly' : '';
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}${hidden}; SameSite=Lax${secure}`;
}

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

const mostTexts = 5_000;
const longestText = 200;

/** Remembers what was read from a header: there are few different ones, and every request has one. Bounded: all are forgotten at once. */
export function memo<T extends {}>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = read(text);
    if (text.length > longestText) return value;
    if (known.size >= mostTexts) known.clear();
    known.set(text, value);
    return value;
  };
}
