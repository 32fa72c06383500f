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

/** @param geolocation whether the page may ask its person for it */
export function permissionsPolicy({ geolocation = false } = {}): string {
  return `camera=(), microphone=(), geolocation=(${geolocation ? 'self' : ''}), payment=()`;
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
