import { z } from 'zod';
import { displayName, emailAddress, newPassword } from '../../domain/accounts/contract/schema.ts';
import { takeMail } from '../../domain/accounts/mail-allowance.ts';
import { problemOfNewPassword } from '../../domain/accounts/new-password.ts';
import { sendConfirmationAgain, signUp } from '../../domain/accounts/sign-up.ts';
import { startAnswerClock } from '../../server/http/answer-time.ts';
import type { Site } from '../http/site.ts';
import {
  accountRequest,
  done,
  refusePassword,
  renewDevice,
  takeRequest,
  tooMany,
  tooManyMails,
} from './account-request.ts';

const account = z.object({ name: displayName, email: emailAddress, password: newPassword });

/** POST /auth/sign-up/email: the same answer, in the same time, for an address that has an account. */
export function postSignUp(site: Site) {
  return accountRequest(site, account, async (c, { name, email, password }, asker) => {
    const problem = await problemOfNewPassword(password, { email, name }, site.installation);
    if (problem) return refusePassword(c, problem);
    const taken = await takeRequest('sign-up', asker.networkKey, site);
    if (!taken.allowed) return tooMany(c, taken);
    const mail = await takeMail('sign-up', email, site.installation);
    if (!mail.allowed) return tooManyMails(c, mail);
    const answerTime = startAnswerClock();
    const deviceHash = renewDevice(c, asker, site);
    await signUp({ name, email, password, deviceHash }, site.installation);
    await answerTime();
    return done(c);
  });
}

/** POST /auth/send-verification-email: for an address that waits for none, nothing is sent and the answer is the same. */
export function postConfirmationMail(site: Site) {
  return accountRequest(site, z.object({ email: emailAddress }), async (c, { email }, asker) => {
    const taken = await takeRequest('confirm-mail', asker.networkKey, site);
    if (!taken.allowed) return tooMany(c, taken);
    const mail = await takeMail('confirm', email, site.installation);
    if (!mail.allowed) return tooManyMails(c, mail);
    const answerTime = startAnswerClock();
    await sendConfirmationAgain(email, asker.deviceHash, site.installation);
    await answerTime();
    return done(c);
  });
}
