import { checkEntry } from '../../domain/accounts/enter-session.ts';
import type { Account } from '../../server/auth/auth.ts';
import type { Site } from '../http/site.ts';
import { readSessionCookie, type SiteContext } from '../http/visitor.ts';

/** Who is signed in, read anew from the database; null also with a session that does not count (C-4.05). */
export async function readAccount(c: SiteContext, site: Site): Promise<Account | null> {
  const cookie = readSessionCookie(c.req.header('cookie'), site);
  const read = cookie ? await site.auth.readSession(cookie) : null;
  if (!read) return null;
  for (const header of read.setCookie) c.header('Set-Cookie', header, { append: true });
  const { account } = read.session;
  return (await checkEntry(account, site.installation)).entered ? account : null;
}
