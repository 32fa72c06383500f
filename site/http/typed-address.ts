import type { Next } from 'hono';
import { toItemHash, withoutSentenceMarks } from '../../domain/items/contract/item-hash.ts';
import { readTagCode } from '../../domain/items/contract/tag-code.ts';
import type { SiteContext } from './visitor.ts';

/** Leads an address that has the end of its sentence with it, as “…/about).”, to its page. None of ours, and no token, ends with such a mark. */
export async function leaveOutSentenceMarks(c: SiteContext, next: Next) {
  const { pathname, search } = new URL(c.req.url);
  const mended = mendedPath(pathname) + mendedQuery(search);
  const asksForPage = c.req.method === 'GET' || c.req.method === 'HEAD';
  // As tags are printed: their page is shown without another request.
  if (!asksForPage || /^\/t\//i.test(pathname) || mended === pathname + search) return next();
  return c.redirect(mended);
}

function mendedPath(pathname: string): string {
  const path = decodeURI(pathname);
  const mended = withoutSentenceMarks(path);
  // A path that begins with two slashes would lead to another host.
  return mended === path ? pathname : encodeURI(mended).replace(/^\/+/, '/');
}

function mendedQuery(search: string): string {
  const query = new URLSearchParams(search);
  const [name, value = ''] = [...query].at(-1) ?? [];
  const mended = withoutSentenceMarks(value);
  if (name !== 'token' || mended === value) return search;
  query.set(name, mended);
  return `?${query}`;
}

const printed = /^\/t\/([^/?#]+)$/i;

/** The tag's hash in an address as it is printed, in any case (`/T/{CODE}`). Empty for another address and for what is no code. */
export function hashOfPrintedPath(path: string): string {
  const code = printed.exec(path)?.[1];
  return code ? toItemHash(readTagCode(decoded(code))) : '';
}

function decoded(part: string): string {
  try {
    return withoutSentenceMarks(decodeURIComponent(part));
  } catch {
    return '';
  }
}
