import { APIError } from 'better-auth/api';
import { z } from 'zod';
import { rememberDevice } from '../../domain/accounts/known-devices.ts';
import { credential } from '../../domain/second-factor/contract/schema.ts';
import { askForPasskey, completePasskeySignIn, readSignature, triesOf } from '../../domain/second-factor/passkeys.ts';
import { tooManyRequests } from '../../functions/over-limit.ts';
import { refused } from '../../functions/refused.ts';

import { translationsIn } from '../../language/languages.ts';
import { networkKeyOf } from '../../server/http/network-key.ts';
import { pageLanguageOf } from '../http/language.ts';
import type { Site } from '../http/site.ts';
import { readSessionCookie } from '../http/visitor.ts';
import { answerDone, jsonRequest, refuse } from './account-request.ts';
import { deviceOf } from './device-cookie.ts';

const given = z.object({ credential });

/** POST /auth/sign-in/passkey-options: what a browser needs to sign in with a passkey; the same for everybody but its challenge. */
export function postPasskeyOptions({ services }: Site) {
  return jsonRequest(async (c) => c.json({ ...(await askForPasskey('sign in', services)) }));
}

/** POST /auth/sign-in/passkey: begins a session in place of the one that this browser had. It has proved a second factor. */
export function postPasskeySignIn(site: Site) {
  return jsonRequest(async (c, data) => {
    const { services, auth, trustProxy } = site;
    const { limits, log } = services;
    const asked = given.safeParse(data);
    if (!asked.success) return refuse(c, refused('not-a-passkey'));
    const networkKey = networkKeyOf(c.env.incoming, { keys: services.keys, trustProxy });
    const tries = triesOf(asked.data.credential, networkKey);
    const taken = await limits.take('wrong-passkey-network', tries);
    if (!taken.allowed) return refuse(c, tooManyRequests(taken));
    const signed = await readSignature(asked.data.credential, 'sign in', services);
    if (!signed) return refuse(c, refused('not-a-passkey'));
    const { uid } = signed;
    const begun = await auth.beginSession(uid, c.req.header('user-agent')).catch(refusalOf);
    if ('code' in begun) {
      log.info({ uid, reason: begun.code }, 'sign-in refused');
      return c.json({ code: begun.code, message: translationsIn(pageLanguageOf(c))('refused.cannotSignIn') }, 403);
    }
    if (!(await completePasskeySignIn(signed, begun.id, services))) return refuse(c, refused('not-a-passkey'));
    await limits.putBack('wrong-passkey-network', tries);
    const replaced = readSessionCookie(c.req.header('cookie'), site);
    if (replaced) await auth.endSession(replaced);
    const device = deviceOf(c, site);
    for (const header of [begun.setCookie, device.setCookie]) c.header('Set-Cookie', header, { append: true });
    await rememberDevice(uid, { deviceHash: device.hash, device: device.name }, services).catch((error) =>
      // The device stays new: its mail goes out at its next sign-in.
      log.error({ error, uid }, 'could not remember a device'),
    );
    log.info({ uid, by: 'passkey' }, 'signed in');
    return answerDone(c);
  });
}

function refusalOf(error: unknown): { code: string } {
  if (error instanceof APIError && error.status === 'FORBIDDEN') return { code: String(error.body?.code) };
  throw error;
}
