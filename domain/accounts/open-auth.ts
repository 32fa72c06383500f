import { type Auth, createAuth } from '../../server/auth/auth.ts';
import type { Installation } from '../../server/installation.ts';
import { accountCallbacks } from './account-events.ts';
import { passwordLength } from './schema.ts';

/** The authentication service over this installation, telling the product what happens to accounts. */
export function openAuth(installation: Installation, callbacks = accountCallbacks(installation)): Auth {
  const { db, keys, publicUrl, log } = installation;
  const secret = keys.key('session').toString('base64url');
  return createAuth({ db, secret, publicUrl, passwordLength, callbacks, log });
}
