import { createHash } from 'node:crypto';

/** Of answers that load nothing, whatever somebody makes a browser take them for. */
const emptyPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A worker's own policy governs what it fetches. */
export const workerPolicy = `${emptyPolicy}; connect-src 'self'`;

/** What every answer carries; pages bring a Content-Security-Policy of their own instead. */
export function securityHeaders(publicUrl: string): [name: string, value: string][] {
  const headers: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'same-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    // Link previews and the clients of other origins are not concerned: the ones fetch on their servers, the others by CORS.
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Content-Security-Policy', emptyPolicy],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()'],
  ];
  if (publicUrl.startsWith('https:'))
    headers.push(['Strict-Transport-Security', 'max-age=63072000; includeSubDomains']);
  return headers;
}

/** The policy of a page: only our own files, and of inline styles only the very ones given. */
export function contentSecurityPolicy(options: { inlineStyle?: string }): string {
  const style = options.inlineStyle === undefined ? "'self'" : `'sha256-${sha256(options.inlineStyle)}'`;
  return [
    "default-src 'none'",
    "img-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "font-src 'self'",
    "script-src 'self'",
    `style-src ${style}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
