import { whySessionEnded } from '../../domain/accounts/disable-account.ts';
import { enterSession } from '../../domain/accounts/enter-session.ts';
import { rememberDevice } from '../../domain/accounts/known-devices.ts';
import { issueAccessToken } from '../../server/auth/access-token.ts';
import { readCookie } from '../../server/http/cookies.ts';
import type { Site } from '../http/site.ts';
import { forgetSessionCookie, readSessionCookie, type SiteContext } from '../http/visitor.ts';
import { deviceOf } from './device-cookie.ts';

/**
 * POST /auth/token: the rules of C-4.03 to C-4.08, then an access token and the current user, 204 without a session, or why it does not count.
 * Who sends the token held until now, however old, is told that its account is disabled or gone. A disabled account's session stays, to go on saying so.
 */
export async function answerToken(c: SiteContext, site: Site): Promise<Response> {
  c.header('Cache-Control', 'no-store');
  const cookie = readSessionCookie(c.req.header('cookie'), site);
  const read = cookie ? await site.auth.readSession(cookie) : null;
  if (!read || !cookie) {
    const held = c.req.header('authorization')?.replace(/^Bearer /i, '');
    const uid = held ? await site.sessions.ownerOfToken(held) : null;
    const code = uid ? await whySessionEnded(uid, site.services) : 'user-token-expired';
    return code === 'user-token-expired' ? c.body(null, 204) : c.json({ code }, 403);
  }
  const { session } = read;
  const entry = await enterSession(session.account, site.services);
  if (!entry.entered) {
    if (entry.reason !== 'user-disabled') {
      await site.auth.endSession(cookie);
      forgetSessionCookie(c, site);
    }
    return c.json({ code: entry.reason, email: session.account.email }, 403);
  }
  for (const header of read.setCookie) c.header('Set-Cookie', header, { append: true });
  await nameDevice(c, session.account.uid, site);
  const token = await issueAccessToken(site.services.keys.key('access-token'), {
    id: session.id,
    uid: session.account.uid,
  });
  return c.json({ ...token, user: entry.user, problem: entry.problem });
}

/** A browser that was signed in before devices were known becomes one of the account's. */
async function nameDevice(c: SiteContext, uid: string, site: Site): Promise<void> {
  if (readCookie(c.req.header('cookie'), site.cookies.device)) return;
  const { hash, name, setCookie } = deviceOf(c, site);
  c.header('Set-Cookie', setCookie, { append: true });
  await rememberDevice(uid, { deviceHash: hash, device: name, isNews: false }, site.services);
}
