/** What follows these says where in the product it is. Everywhere else it may be a secret, such as a private link. */
const parts = new Set(['admin', 'assets', 'auth', 'fonts', 'functions', 'guides', 'icons', 'webhooks']);

/** Shorter than any secret. */
const name = /^[\w.-]{1,32}$/;
const firstName = /^[a-z.-]{1,24}$/i;

/** The path of a request as it may stand in a log: without the query, and without what may be a secret or was typed. */
export function loggablePath(url = ''): string {
  const [first, ...more] = url.split(/[?#]/, 1)[0]?.split('/').filter(Boolean) ?? [];
  if (first === undefined) return '/';
  if (!firstName.test(first)) return '/*';
  if (more.length === 0) return `/${first}`;
  if (!parts.has(first)) return `/${first}/*`;
  return `/${[first, ...more.map((segment) => (name.test(segment) ? segment : '*'))].join('/')}`;
}
