import type { Installation } from '../../server/installation.ts';
import { resetLink } from '../notifications/account-mails.ts';
import { accountCallbacks } from './account-events.ts';
import { openAuth } from './open-auth.ts';

/** A one-time link, good for an hour, to set a new password: for an operator to hand over. Null when the address has no account. */
export async function makeResetLink(email: string, installation: Installation): Promise<string | null> {
  let made: string | null = null;
  const callbacks = {
    ...accountCallbacks(installation),
    resetAsked: async (_account: unknown, token: string) => {
      made = resetLink(installation, token);
    },
  };
  await openAuth(installation, callbacks).askReset(email.toLowerCase());
  return made;
}
