import { z } from 'zod';
import { requestEmailChange } from '../../domain/accounts/change-email.ts';
import { emailAddress } from '../../domain/accounts/contract/schema.ts';
import { takeMail } from '../../domain/accounts/mail-allowance.ts';
import type { Site } from '../http/site.ts';
import { accountRequest, done, tooManyMails } from './account-request.ts';
import { readAccount } from './read-account.ts';

/** POST /auth/change-email: asks the account's own address first. Whether the new one has an account is not told. */
export function postEmailChange(site: Site) {
  return accountRequest(site, z.object({ newEmail: emailAddress }), async (c, { newEmail }) => {
    const account = await readAccount(c, site);
    if (!account) return c.json({ code: 'user-token-expired', message: 'Sign in first.' }, 401);
    const mail = await takeMail('change', account.email, site.installation);
    if (!mail.allowed) return tooManyMails(c, mail);
    await requestEmailChange(account, newEmail, site.installation);
    return done(c);
  });
}
