/** The path of every page. A route gives `:name` for a parameter; anything else consists of letters, digits, - and _. */

export const staticPageNames = [
  'about',
  'buy',
  'contact',
  'guides',
  'instructions',
  'legal',
  'privacy',
  'product',
  'reviews',
  'support',
  'terms',
  'terms-and-conditions',
] as const;

export type StaticPageName = (typeof staticPageNames)[number];

export function homePath(anchor?: 'code' | 'found' | 'scanned'): string {
  return anchor ? `/#${anchor}` : '/';
}

export function staticPath(page: StaticPageName, anchor?: string): string {
  return anchor ? `/${page}#${anchor}` : `/${page}`;
}

/** @param to the page to come back to, with its query */
export const languagePath = (to?: string) => withQuery('/language', { to });

/** Browsers ask for the manifest without cookies: its address says the language. */
export const manifestPath = (language?: string) => withQuery('/manifest.webmanifest', { lang: language });

export const itemPath = (hash: string) => `/item/${hash}`;
export const itemLostPath = (hash: string) => `${itemPath(hash)}/lost`;
export const itemReturnedPath = (hash: string) => `${itemPath(hash)}/returned`;
export const qrPath = (hash: string, format: 'svg' | 'png') => `${itemPath(hash)}/qr.${format}`;

/** @param after where an earlier page of its messages begins */
export const conversationPath = (secret: string, after?: string) => withQuery(`/conversation/${secret}`, { after });
export const conversationReadPath = (secret: string) => `${conversationPath(secret)}/read`;

/** As it is printed: capitals make the QR code smaller. */
export const tagPath = (code: string) => `/T/${code.toUpperCase()}`;

/** @param code known already; behind #, which browsers keep to themselves */
export const activatePath = (code?: string) => (code ? `/activate#${code}` : '/activate');

const finderPath = /^\/(item|conversation|t)\//i;
export const isFinderPath = (path: string) => finderPath.test(path);

/** @param to.reason why the session ended */
export function signInPath({ next, reason }: { next?: string; reason?: string | undefined } = {}): string {
  return reason === 'timeout' ? timeoutPath() : withQuery('/signin', { reason, next });
}

/** Where a session ends that nobody used; the page says why, and leads nowhere else (C-4.10). */
export const timeoutPath = () => '/signin?timeout=true';

export const signUpPath = () => '/signup';
/** @param token of the link in a mail; so below */
export const emailVerificationPath = (token?: string) => withQuery('/auth/emailverification', { token });
export const resetPath = (token?: string) => withQuery('/auth/reset', { token });
export const keepAccountPath = (token?: string) => withQuery('/auth/keep-account', { token });

export const itemsPath = () => '/items';
export const newItemPath = () => '/items/new';
export const blankTagsPath = () => '/items/blank';
export const printBlankTagsPath = () => '/items/print?blank=';
/** @param item chosen from the beginning */
export const printPath = (item?: string) => withQuery('/items/print', { item });
export const openItemPath = (id: string) => `/items/${id}`;
export const editItemPath = (id: string) => `/items/${id}/edit`;
export const inboxPath = () => '/inbox';
export const threadPath = (conversationId: string) => `/inbox/${conversationId}`;
export const profilePath = (anchor?: 'sign-out') => (anchor ? `/profile#${anchor}` : '/profile');
export const exportPath = () => '/profile/export';
export const adminPath = () => '/admin';

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}
