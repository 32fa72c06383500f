import { z } from 'zod';
import { findLink } from '../../domain/accounts/account-links.ts';
import { allowEmailChange, confirmEmailChange } from '../../domain/accounts/change-email.ts';
import { confirmAddress, isOfThisBrowser } from '../../domain/accounts/confirm-address.ts';
import { linkToken } from '../../domain/accounts/contract/schema.ts';
import type { Site } from '../http/site.ts';
import type { SiteContext } from '../http/visitor.ts';
import {
  type Asker,
  accountRequest,
  done,
  invalidLink,
  tooMany,
  tooManyMails,
  unknownLink,
} from './account-request.ts';
import { readAccount } from './read-account.ts';

/** POST /auth/link: what the link of a mail is for, without using it up. Of a token that is not ours nothing is known. */
export function postLink(site: Site) {
  return accountRequest(site, z.object({ token: linkToken }), async (c, { token }, asker) => {
    const link = await findLink(site.installation.db, token);
    if (!link) return unknownLink(c, asker, site);
    if (link.purpose === 'set-password' || link.purpose === 'sign-up-repeated') return invalidLink(c);
    if (link.usedAt && link.purpose !== 'confirm') return invalidLink(c);
    const { purpose, email, newEmail } = link;
    const passwordNeeded = purpose === 'confirm' && !isOfThisBrowser(link, asker.deviceHash);
    return c.json({ purpose, email, newEmail, passwordNeeded });
  });
}

const use = z.object({ token: linkToken, password: z.string().max(1000).optional() });

/** POST /auth/verify-email: uses the link of a mail to confirm an address, or to allow or confirm its change. */
export function postVerifyEmail(site: Site) {
  return accountRequest(site, use, async (c, { token, password }, asker) => {
    const link = await findLink(site.installation.db, token);
    if (link?.purpose === 'confirm') return confirm(c, { token, password }, asker, site);
    if (link?.purpose === 'allow-change') return allow(c, token, site);
    if (link?.purpose === 'confirm-change') return move(c, token, site);
    return link ? invalidLink(c) : unknownLink(c, asker, site);
  });
}

async function confirm(
  c: SiteContext,
  { token, password }: z.output<typeof use>,
  { deviceHash }: Asker,
  { installation }: Site,
): Promise<Response> {
  const outcome = await confirmAddress(token, { deviceHash, password }, installation);
  if (outcome === 'confirmed') return done(c);
  if (outcome === 'password-needed') {
    const message = 'Write the password that you chose when you signed up.';
    return c.json({ code: 'PASSWORD_NEEDED', message }, 403);
  }
  if (outcome === 'wrong-password') {
    return c.json({ code: 'WRONG_SIGN_UP_PASSWORD', message: 'This is not the password of that sign-up.' }, 403);
  }
  return outcome === 'invalid-link' ? invalidLink(c) : tooMany(c, outcome);
}

async function allow(c: SiteContext, token: string, { installation }: Site): Promise<Response> {
  const outcome = await allowEmailChange(token, installation);
  if (outcome === 'allowed') return done(c);
  return outcome === 'invalid-link' ? invalidLink(c) : tooManyMails(c, outcome);
}

async function move(c: SiteContext, token: string, site: Site): Promise<Response> {
  const outcome = await confirmEmailChange(token, await readAccount(c, site), site.installation);
  if (outcome === 'moved') return done(c);
  if (outcome === 'sign-in-first') {
    return c.json({ code: 'SIGN_IN_FIRST', message: 'Sign in first, then open the link again.' }, 401);
  }
  if (outcome === 'other-account') {
    return c.json({ code: 'INVALID_USER', message: 'This link belongs to another account.' }, 401);
  }
  if (outcome === 'address-taken') {
    return c.json({ code: 'USER_ALREADY_EXISTS', message: 'This address has an account.' }, 422);
  }
  return invalidLink(c);
}
