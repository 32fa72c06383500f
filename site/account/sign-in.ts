import { APIError } from 'better-auth/api';
import { z } from 'zod';
import { emailAddress } from '../../domain/accounts/contract/email-address.ts';
import { findSignIn } from '../../domain/accounts/known-devices.ts';
import { clearTries, returnTry, takeTry } from '../../domain/accounts/password-tries.ts';
import { completeSignIn } from '../../domain/accounts/sign-in.ts';
import { isOfRepeatedSignUp } from '../../domain/accounts/sign-up.ts';
import { credential } from '../../domain/second-factor/contract/schema.ts';
import { askForPasskey, completePasskeySignIn, readSignature, triesOf } from '../../domain/second-factor/passkeys.ts';
import { maxEmailLength } from '../../domain/texts/contract/limits.ts';
import { refused, tooManyRequests } from '../../functions/refused.ts';
import type { PlainKey } from '../../language/create-translations.ts';
import type { NotSignedIn } from '../../server/auth/auth.ts';
import { limitConcurrencyByKey } from '../../server/concurrency.ts';
import { startAnswerClock } from '../../server/http/answer-time.ts';
import { networkKeyOf } from '../../server/http/network-key.ts';
import { answerDone, jsonRequest, refuse, refuseBusy, refuseWith } from '../http/auth-calls.ts';
import type { SiteContext } from '../http/visitor.ts';
import { changeSession, deviceOf } from './session.ts';

const credentials = z.object({ email: z.string().max(maxEmailLength).default(''), password: z.string().default('') });

/** POST /auth/sign-in/email: begins a session in place of the browser's. A failure takes the same time with an account or without. */
export function postSignIn() {
  // A try counts as wrong until it is known to be right. So few are looked at together that right ones do not use up the allowance.
  const byNetwork = limitConcurrencyByKey({ atOnce: 20, mostWaiting: 200 });
  const byAccount = limitConcurrencyByKey({ atOnce: 1, mostWaiting: 100 });

  return jsonRequest(async (c, data) => {
    const { services, auth, trustProxy } = c.var.site;
    const given = credentials.safeParse(data);
    if (!given.success) return refuseWith(c, 400, 'BAD_REQUEST', 'error.notUnderstood');
    const { password } = given.data;
    const address = emailAddress.safeParse(given.data.email);
    if (!address.success) return refuseWith(c, 400, 'INVALID_EMAIL', 'account.invalid-email');
    const email = address.data;
    const { hash: deviceHash } = deviceOf(c);
    const networkKey = networkKeyOf(c.env.incoming, { keys: services.keys, trustProxy });
    const answerTime = startAnswerClock();
    const { uid, password: verified, known } = await findSignIn(email, deviceHash, services);
    const by = { email, networkKey, knownDevice: known ? deviceHash : undefined };
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
      const failure: NotSignedIn = answer.status === 200 ? { status: 401, code: noMatch } : answer;
      return refuseSignIn(c, failure, { uid, email });
    }
    const { token, setCookie } = answer;
    if (!(await completeSignIn(uid, { verified, password, token }, services))) {
      await answerTime();
      services.log.info({ uid, reason: 'password-changed' }, 'sign-in refused');
      return refuseWith(c, 401, noMatch, 'refused.noMatch');
    }
    await changeSession(c, { uid, setCookie });
    return answerDone(c);
  });
}

const noMatch = 'INVALID_EMAIL_OR_PASSWORD';
const sentences: Record<401 | 403, PlainKey> = { 401: 'refused.noMatch', 403: 'refused.cannotSignIn' };

function refuseSignIn(
  c: SiteContext,
  { status, code }: NotSignedIn,
  { uid, email }: { uid: string | undefined; email: string },
): Response {
  c.var.site.services.log.info({ uid, reason: code }, 'sign-in refused');
  if (code === 'email-not-verified') return c.json({ code, email }, 403);
  if (status === 503) return refuseBusy(c);
  return refuseWith(c, status, code, sentences[status]);
}

const passkey = z.object({ credential });

/** POST /auth/sign-in/passkey-options: what a browser needs to sign in with a passkey; the same for everybody but its challenge. */
export const postPasskeyOptions = jsonRequest(async (c) =>
  c.json({ ...(await askForPasskey('sign in', c.var.site.services)) }),
);

/** POST /auth/sign-in/passkey: begins a session in place of the one that this browser had. It has proved a second factor. */
export const postPasskeySignIn = jsonRequest(async (c, data) => {
  const { services, auth, trustProxy } = c.var.site;
  const { limits, log } = services;
  const asked = passkey.safeParse(data);
  if (!asked.success) return refuse(c, refused('not-a-passkey'));
  const networkKey = networkKeyOf(c.env.incoming, { keys: services.keys, trustProxy });
  const tries = triesOf(asked.data.credential, networkKey);
  const taken = await limits.take('wrong-passkey-network', tries);
  if (!taken.allowed) return refuse(c, tooManyRequests(taken));
  const signed = await readSignature(asked.data.credential, 'sign in', services);
  if (!signed) return refuse(c, refused('not-a-passkey'));
  const { uid } = signed;
  const begun = await auth.beginSession(uid, c.req.header('user-agent')).catch(sessionRefusalOf);
  if ('code' in begun) {
    log.info({ uid, reason: begun.code }, 'sign-in refused');
    return refuseWith(c, 403, begun.code, 'refused.cannotSignIn');
  }
  if (!(await completePasskeySignIn(signed, begun.id, services))) return refuse(c, refused('not-a-passkey'));
  await limits.putBack('wrong-passkey-network', tries);
  await changeSession(c, { uid, setCookie: begun.setCookie, by: 'passkey' });
  return answerDone(c);
});

export function sessionRefusalOf(error: unknown): { code: string } {
  if (error instanceof APIError && error.status === 'FORBIDDEN') return { code: String(error.body?.code) };
  throw error;
}
