import { z } from 'zod';
import { emailAddress } from '../../domain/accounts/contract/email-address.ts';
import { maxEmailLength } from '../../domain/accounts/contract/limits.ts';
import { findSignIn, rememberDevice } from '../../domain/accounts/known-devices.ts';
import { clearTries, returnTry, takeTry } from '../../domain/accounts/password-tries.ts';
import { completeSignIn } from '../../domain/accounts/sign-in.ts';
import { isOfRepeatedSignUp } from '../../domain/accounts/sign-up.ts';
import { tooManyRequests } from '../../functions/over-limit.ts';
import type { PlainKey } from '../../language/create-translations.ts';
import { translationsIn } from '../../language/languages.ts';
import { homePath } from '../../paths/paths.ts';
import type { NotSignedIn } from '../../server/auth/auth.ts';
import { limitConcurrencyByKey } from '../../server/concurrency.ts';
import { isDatabaseAway } from '../../server/db/database-away.ts';
import { startAnswerClock } from '../../server/http/answer-time.ts';
import { networkKeyOf } from '../../server/http/network-key.ts';
import { showBarePage } from '../document/bare-page.tsx';
import { pageLanguageOf } from '../http/language.ts';
import type { Site } from '../http/site.ts';
import { forgetSessionCookie, readSessionCookie, type SiteContext } from '../http/visitor.ts';
import { answerDone, jsonRequest, refuse, refuseBusy } from './account-request.ts';
import { deviceOf } from './device-cookie.ts';

const credentials = z.object({ email: z.string().max(maxEmailLength).default(''), password: z.string().default('') });

/** POST /auth/sign-in/email: begins a session in place of the browser's. A failure takes the same time with an account or without. */
export function postSignIn(site: Site) {
  // A try counts as wrong until it is known to be right. So few are looked at together that right ones do not use up the allowance.
  const byNetwork = limitConcurrencyByKey({ atOnce: 20, mostWaiting: 200 });
  const byAccount = limitConcurrencyByKey({ atOnce: 1, mostWaiting: 100 });

  return jsonRequest(async (c, data) => {
    const { services, auth, trustProxy } = site;
    const given = credentials.safeParse(data);
    if (!given.success)
      return c.json({ code: 'BAD_REQUEST', message: translationsIn(pageLanguageOf(c))('error.notUnderstood') }, 400);
    const { password } = given.data;
    const address = emailAddress.safeParse(given.data.email);
    if (!address.success)
      return c.json(
        { code: 'INVALID_EMAIL', message: translationsIn(pageLanguageOf(c))('account.invalid-email') },
        400,
      );
    const email = address.data;
    const device = deviceOf(c, site);
    const networkKey = networkKeyOf(c.env.incoming, { keys: services.keys, trustProxy });
    const answerTime = startAnswerClock();
    const { uid, password: verified, known } = await findSignIn(email, device.hash, services);
    const by = { email, networkKey, knownDevice: known ? device.hash : undefined };
    const tryPassword = async () => {
      const tried = await takeTry(by, services);
      if (!tried.allowed) return tried;
      const answer = await auth.signIn({ email, password }, c.req.header('user-agent'));
      // Of an account that may not sign in, too, the password was right (403).
      if (answer.status === 200 || answer.status === 403) await clearTries(by, services);
      // Nobody looked at the password.
      if (answer.status === 503) await returnTry(by, services);
      return answer;
    };
    const account = `${email} ${by.knownDevice ?? networkKey}`;
    const answer = await byNetwork(networkKey, () => byAccount(account, tryPassword));
    if ('allowed' in answer) {
      services.log.info({ uid, reason: 'too-many-tries' }, 'sign-in refused');
      return refuse(c, tooManyRequests(answer));
    }
    if (answer.status !== 200 || !uid) {
      const waits = uid && answer.status === 401 && (await isOfRepeatedSignUp(uid, password, services));
      await answerTime();
      if (waits) return c.json({ code: 'email-not-verified', email }, 403);
      // The address came to an account in between.
      const refused: NotSignedIn = answer.status === 200 ? { status: 401, code: noMatch } : answer;
      return refuseSignIn(c, refused, { uid, email }, site);
    }
    const { token, setCookie } = answer;
    if (!(await completeSignIn(uid, { verified, password, token }, services))) {
      await answerTime();
      services.log.info({ uid, reason: 'password-changed' }, 'sign-in refused');
      return c.json({ code: noMatch, message: translationsIn(pageLanguageOf(c))('refused.noMatch') }, 401);
    }
    const replaced = readSessionCookie(c.req.header('cookie'), site);
    if (replaced) await auth.endSession(replaced);
    c.header('Set-Cookie', setCookie, { append: true });
    c.header('Set-Cookie', device.setCookie, { append: true });
    await rememberDevice(uid, { deviceHash: device.hash, device: device.name }, services).catch((error) =>
      // The device stays new: its mail goes out at its next sign-in.
      services.log.error({ error, uid }, 'could not remember a device'),
    );
    services.log.info({ uid }, 'signed in');
    return answerDone(c);
  });
}

/** POST /auth/sign-out, also as a form. While the database is away the cookie stays, so that trying again ends the session. */
export function postSignOut(site: Site) {
  return async (c: SiteContext): Promise<Response> => {
    const isForm = c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded');
    try {
      await site.auth.endSession(readSessionCookie(c.req.header('cookie'), site) ?? '');
    } catch (error) {
      if (isForm && isDatabaseAway(error)) return showStillSignedIn(c, site);
      throw error;
    }
    forgetSessionCookie(c, site);
    return isForm ? c.redirect(homePath(), 303) : answerDone(c);
  };
}

function showStillSignedIn(c: SiteContext, site: Site): Promise<Response> {
  c.set('form', {});
  c.header('Retry-After', '5');
  return showBarePage(c, site, (t) => ({
    status: 503,
    title: t('profile.signOutFailed'),
    alert: t('error.unavailable'),
    screen: null,
  }));
}

const noMatch = 'INVALID_EMAIL_OR_PASSWORD';
const sentences: Record<401 | 403, PlainKey> = { 401: 'refused.noMatch', 403: 'refused.cannotSignIn' };

function refuseSignIn(
  c: SiteContext,
  { status, code }: NotSignedIn,
  { uid, email }: { uid: string | undefined; email: string },
  { services }: Site,
): Response {
  services.log.info({ uid, reason: code }, 'sign-in refused');
  if (code === 'email-not-verified') return c.json({ code, email }, 403);
  if (status === 503) return refuseBusy(c);
  return c.json({ code, message: translationsIn(pageLanguageOf(c))(sentences[status]) }, status);
}
