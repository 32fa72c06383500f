import { type Auth, createAuth } from '../../server/auth/auth.ts';
import { cookieNames } from '../../server/http/cookies.ts';
import type { Installation } from '../../server/installation.ts';
import { sessionCallbacks } from './sign-in.ts';

export function openAuth(installation: Installation): Auth {
  const { db, keys, passwordCost, publicUrl, log } = installation;
  const secret = keys.key('session').toString('base64url');
  const sessionCookie = cookieNames(publicUrl).session;
  return createAuth({
    db,
    secret,
    publicUrl,
    sessionCookie,
    passwordCost,
    callbacks: sessionCallbacks(installation),
    log,
  });
}
