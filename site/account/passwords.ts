import { z } from 'zod';
import { emailAddress, linkToken, newPassword } from '../../domain/accounts/contract/schema.ts';
import { describeDevice } from '../../domain/accounts/describe-device.ts';
import { findSignIn, rememberDevice } from '../../domain/accounts/known-devices.ts';
import { takeMail } from '../../domain/accounts/mail-allowance.ts';
import {
  findResetLink,
  problemOfReset,
  requestPasswordReset,
  resetPassword,
} from '../../domain/accounts/reset-password.ts';
import { startAnswerClock } from '../../server/http/answer-time.ts';
import type { Site } from '../http/site.ts';
import {
  accountRequest,
  done,
  invalidLink,
  refusePassword,
  renewDevice,
  takeRequest,
  tooMany,
  tooManyMails,
  unknownLink,
} from './account-request.ts';

/**
 * POST /auth/request-password-reset: the same answer, in the same time, for every address. A browser in which the account was signed
 * in to before has mails of its own, so that strangers who ask for too many keep nobody out.
 */
export function postResetRequest(site: Site) {
  return accountRequest(site, z.object({ email: emailAddress }), async (c, { email }, asker) => {
    const { installation } = site;
    const answerTime = startAnswerClock();
    const { known } = await findSignIn(email, asker.deviceHash, installation);
    const device = known ? asker.deviceHash : undefined;
    const taken = await takeRequest('reset-mail', device ?? asker.networkKey, site);
    if (!taken.allowed) return tooMany(c, taken);
    const mail = await takeMail('reset', email, installation, device);
    if (mail.allowed) await requestPasswordReset(email, installation);
    await answerTime();
    return mail.allowed ? done(c) : tooManyMails(c, mail);
  });
}

const reset = z.object({ token: linkToken, newPassword });

/** POST /auth/reset-password: sets the password by the link of a mail; a password that is refused does not use the link up. */
export function postNewPassword(site: Site) {
  return accountRequest(site, reset, async (c, { token, newPassword }, asker) => {
    const link = await findResetLink(token, site.installation);
    if (!link) return unknownLink(c, asker, site, 400);
    const problem = await problemOfReset(link, newPassword, site.installation);
    if (problem) return refusePassword(c, problem);
    if (!(await resetPassword(link, newPassword, site.installation))) return invalidLink(c, 400);
    const device = describeDevice(c.req.header('user-agent') ?? null);
    await rememberDevice(link.uid, { deviceHash: renewDevice(c, asker, site), device }, site.installation);
    return done(c);
  });
}
