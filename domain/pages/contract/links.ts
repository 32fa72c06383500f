/** Whether the operator's texts may link there: https, an address for email, a path of this site, or a part of the page. */
export function isLinkTarget(target: string): boolean {
  if (/^#[\w-]+$/.test(target)) return true;
  if (/^\/(?![/\\])[^\\]*$/.test(target)) return true;
  if (/^mailto:[^\s@<>"?&]+@[^\s@<>"?&]+$/i.test(target)) return true;
  if (!/^https:\/\/[^/\\]/i.test(target) || !URL.canParse(target)) return false;
  const { username, password } = new URL(target);
  return username === '' && password === '';
}
