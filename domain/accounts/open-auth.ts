import { type Auth, createAuth } from '../../server/auth/auth.ts';
import { cookieNames } from '../../server/http/headers.ts';
import type { Services } from '../../server/services.ts';
import { sessionCallbacks } from './sign-in.ts';

export function openAuth(services: Services): Auth {
  const { db, keys, passwordCost, publicUrl, log } = services;
  const secret = keys.key('session').toString('base64url');
  const sessionCookie = cookieNames(publicUrl).session;
  return createAuth({ db, secret, publicUrl, sessionCookie, passwordCost, callbacks: sessionCallbacks(services), log });
}
