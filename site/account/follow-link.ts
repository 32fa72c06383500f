import type { AccountLink } from '../../domain/accounts/account-links.ts';
import { findOwnSignUp } from '../../domain/accounts/confirm-address.ts';
import { linkToken } from '../../domain/accounts/contract/schema.ts';
import { completeSignIn } from '../../domain/accounts/sign-in.ts';
import { Refusal } from '../../functions/define.ts';
import { jsonRequest, refuse } from '../http/auth-calls.ts';
import { callFor, readVisitor, type SiteContext } from '../http/visitor.ts';
import { changeSession, deviceOf } from './session.ts';
import { sessionRefusalOf } from './sign-in.ts';

/** POST /auth/verify-email: uses the link of a mail. In the browser that signed up, confirming signs in (decision 005). */
export const postFollowLink = jsonRequest(async (c, data) => {
  const { hash, name } = deviceOf(c);
  const token = linkToken.safeParse('token' in data ? data.token : undefined);
  const isNobody = (await readVisitor(c)).user === null;
  const signUp = token.success && isNobody && (await findOwnSignUp(token.data, hash, c.var.site.services));
  const result = await callFor(c, 'followLink', data, { device: { hash, name } });
  if (result instanceof Refusal) return refuse(c, result, (await readVisitor(c)).caller.language);
  if (signUp) await beginFirstSession(c, signUp);
  return c.json(result);
});

/** Who is refused a session has confirmed the address all the same. */
async function beginFirstSession(c: SiteContext, { uid, password }: AccountLink): Promise<void> {
  const { auth, services } = c.var.site;
  const begun = await auth.beginSession(uid, c.req.header('user-agent')).catch(sessionRefusalOf);
  if ('code' in begun) {
    services.log.info({ uid, reason: begun.code }, 'sign-in refused');
    return;
  }
  const { token, setCookie } = begun;
  // A password that was set meanwhile ended every session.
  const proved = { verified: password ?? undefined, password: '', token };
  if (await completeSignIn(uid, proved, services)) await changeSession(c, { uid, setCookie, by: 'confirmed address' });
}
