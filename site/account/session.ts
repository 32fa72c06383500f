import { describeDevice } from '../../domain/accounts/describe-device.ts';
import { whySessionEnded } from '../../domain/accounts/disable-account.ts';
import { enterSession } from '../../domain/accounts/enter-session.ts';
import { deviceDays, hashDevice, newDevice, rememberDevice } from '../../domain/accounts/known-devices.ts';
import { homePath } from '../../paths/paths.ts';
import { issueAccessToken } from '../../server/auth/tokens.ts';
import { isDatabaseAway } from '../../server/db/problems.ts';
import { readCookie, setCookie } from '../../server/http/headers.ts';
import { showBarePage } from '../document/bare-page.tsx';
import { answerDone } from '../http/auth-calls.ts';
import { forgetSessionCookie, readSessionCookie, type SiteContext } from '../http/visitor.ts';

/** This browser's device, a new one where it has none yet: its hash, what it is called, and the cookie that makes or renews it. */
export function deviceOf(c: SiteContext) {
  const { cookies } = c.var.site;
  const given = readCookie(c.req.header('cookie'), cookies.device);
  const device = given && hashDevice(given) ? given : newDevice();
  return {
    hash: hashDevice(device) ?? '',
    name: describeDevice(c.req.header('user-agent') ?? null),
    setCookie: setCookie(cookies.device, device, deviceDays * 86_400),
  };
}

/** This browser is signed in from now on, in place of whoever was. */
export async function changeSession(
  c: SiteContext,
  { uid, setCookie, by }: { uid: string; setCookie: string; by?: 'passkey' | 'confirmed address' },
): Promise<void> {
  const { auth, services } = c.var.site;
  const replaced = readSessionCookie(c.req.header('cookie'), c.var.site);
  if (replaced) await auth.endSession(replaced);
  const device = deviceOf(c);
  for (const header of [setCookie, device.setCookie]) c.header('Set-Cookie', header, { append: true });
  await rememberDevice(uid, { deviceHash: device.hash, device: device.name }, services).catch((error) =>
    // The device stays new: its mail goes out at its next sign-in.
    services.log.error({ error, uid }, 'could not remember a device'),
  );
  services.log.info({ uid, by }, 'signed in');
}

/** POST /auth/sign-out, also as a form. While the database is away the cookie stays, so that trying again ends the session. */
export async function postSignOut(c: SiteContext): Promise<Response> {
  const isForm = c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded');
  try {
    await c.var.site.auth.endSession(readSessionCookie(c.req.header('cookie'), c.var.site) ?? '');
  } catch (error) {
    if (isForm && isDatabaseAway(error)) return showStillSignedIn(c);
    throw error;
  }
  forgetSessionCookie(c);
  return isForm ? c.redirect(homePath(), 303) : answerDone(c);
}

function showStillSignedIn(c: SiteContext): Promise<Response> {
  c.set('form', {});
  c.header('Retry-After', '5');
  return showBarePage(c, (t) => ({
    status: 503,
    title: t('profile.signOutFailed'),
    alert: t('error.unavailable'),
    screen: null,
  }));
}

/**
 * POST /auth/token: the rules of C-4.03 to C-4.08, then an access token and the current user, 204 without a session, or why it does not count.
 * Who sends the token held until now, however old, is told that its account is disabled or gone. A disabled account's session stays, to go on saying so.
 */
export async function answerToken(c: SiteContext): Promise<Response> {
  const { auth, sessions, services } = c.var.site;
  c.header('Cache-Control', 'no-store');
  const cookie = readSessionCookie(c.req.header('cookie'), c.var.site);
  const read = cookie ? await auth.readSession(cookie) : null;
  if (!read || !cookie) {
    const held = c.req.header('authorization')?.replace(/^Bearer /i, '');
    const uid = held ? await sessions.ownerOfToken(held) : null;
    const code = uid ? await whySessionEnded(uid, services) : 'user-token-expired';
    return code === 'user-token-expired' ? c.body(null, 204) : c.json({ code }, 403);
  }
  const { account, id } = read.session;
  const entry = await enterSession(account, services);
  if (!entry.entered) {
    if (entry.reason !== 'user-disabled') {
      await auth.endSession(cookie);
      forgetSessionCookie(c);
    }
    return c.json({ code: entry.reason, email: account.email }, 403);
  }
  for (const header of read.setCookie) c.header('Set-Cookie', header, { append: true });
  await nameDevice(c, account.uid);
  const token = await issueAccessToken(services.keys.key('access-token'), { id, uid: account.uid });
  return c.json({ ...token, user: entry.user, problem: entry.problem });
}

/** A browser that was signed in before devices were known becomes one of the account's. */
async function nameDevice(c: SiteContext, uid: string): Promise<void> {
  const { cookies, services } = c.var.site;
  if (readCookie(c.req.header('cookie'), cookies.device)) return;
  const { hash, name, setCookie } = deviceOf(c);
  c.header('Set-Cookie', setCookie, { append: true });
  await rememberDevice(uid, { deviceHash: hash, device: name, isNews: false }, services);
}
