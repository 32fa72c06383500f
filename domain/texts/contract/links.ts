import { readUrl } from '../../../paths/own-url.ts';

/** Whether the operator's texts may link there: https, an address for email, a path of this site, or a part of the page. */
export function isLinkTarget(target: string): boolean {
  if (/^#[\w-]+$/.test(target)) return true;
  if (/^\/(?![/\\])[^\\]*$/.test(target)) return true;
  if (/^mailto:[^\s@<>"?&]+@[^\s@<>"?&]+$/i.test(target)) return true;
  const url = /^https:\/\/[^/\\]/i.test(target) ? readUrl(target) : undefined;
  return url?.username === '' && url.password === '';
}
