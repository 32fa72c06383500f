import { z } from 'zod';
import { type AccountLink, findLink } from '../domain/accounts/account-links.ts';
import * as emailChange from '../domain/accounts/change-email.ts';
import { confirmAddress, isOfThisBrowser } from '../domain/accounts/confirm-address.ts';
import { emailAddress } from '../domain/accounts/contract/email-address.ts';
import { displayName, linkToken, newPassword, typedPassword } from '../domain/accounts/contract/schema.ts';
import { findSignIn, rememberDevice } from '../domain/accounts/known-devices.ts';
import { takeMail } from '../domain/accounts/mail-allowance.ts';
import { problemOfNewPassword } from '../domain/accounts/new-password.ts';
import * as reset from '../domain/accounts/reset-password.ts';
import * as signUps from '../domain/accounts/sign-up.ts';
import { tagCode } from '../domain/items/contract/schema.ts';
import { keptPasskeys, passkey } from '../domain/second-factor/contract/schema.ts';
import { readPasskeysOfReset } from '../domain/second-factor/keep-passkeys.ts';
import { findWrongClock } from '../server/clock.ts';
import { startAnswerClock } from '../server/http/answer-time.ts';
import type { Services } from '../server/services.ts';
import { type Caller, forAnyone, forUser, type Refusal } from './define.ts';
import { refused, tooManyMails, tooManyRequests } from './refused.ts';

const byEmail = z.object({ email: emailAddress });

/** Where somebody was going. The page of the link judges it. */
const next = z.string().startsWith('/').max(500).optional();

/** Asking for the links that are mailed, and using them. What tells whether an address has an account is answered alike, in the same time. */
export const mailedLinkFunctions = {
  signUp: forAnyone({
    route: 'POST /auth/sign-up/email',
    summary:
      'Makes an account and mails the link that confirms its address. The same answer for an address that has one.',
    input: byEmail.extend({ name: displayName, password: newPassword, tagCode: tagCode.optional(), next }),
    run: async ({ networkKey, device, language }, { name, email, password, tagCode, next }, services) => {
      const problem = await problemOfNewPassword(password, { email, name }, services);
      if (problem) return refused(problem.code, { field: 'password' });
      if (await findWrongClock(services.db)) return refused('clock-wrong', { retryAfter: 60 });
      const refusal =
        (await countRequest('sign-up', networkKey, services)) ?? (await countMail('sign-up', email, services));
      if (refusal) return refusal;
      const answerTime = startAnswerClock();
      const asked = { name, email, password, deviceHash: device?.hash ?? '', language, tagCode, next };
      await signUps.signUp(asked, services);
      await answerTime();
      return 'done';
    },
  }),

  sendConfirmationAgain: forAnyone({
    route: 'POST /auth/send-verification-email',
    summary: 'Mails the link that confirms an address once more. The same answer for an address that waits for none.',
    input: byEmail.extend({ next }),
    run: async ({ networkKey, device, language }, { email, next }, services) => {
      const refusal =
        (await countRequest('confirm-mail', networkKey, services)) ?? (await countMail('confirm', email, services));
      if (refusal) return refusal;
      const answerTime = startAnswerClock();
      await signUps.sendConfirmationAgain(email, { deviceHash: device?.hash, language, next }, services);
      await answerTime();
      return 'done';
    },
  }),

  readLink: forAnyone({
    route: 'POST /auth/link',
    summary: 'What the link of a mail is for, by its token, without using it up.',
    input: z.object({ token: linkToken }),
    output: z.strictObject({
      purpose: z.enum(['confirm', 'allow-change', 'confirm-change']),
      email: z.string(),
      newEmail: z.string().nullable(),
      /** Confirming asks for the password of the sign-up, which was made in another browser. */
      passwordNeeded: z.boolean(),
    }),
    run: async ({ networkKey, device }, { token }, services) => {
      const link = await findLink(services.db, token);
      if (!link) return unknownLink(networkKey, services);
      const { purpose, email, newEmail } = link;
      if (purpose === 'set-password' || purpose === 'sign-up-repeated') return 'INVALID_TOKEN.used';
      if (link.usedAt && purpose !== 'confirm') return 'INVALID_TOKEN.used';
      return {
        purpose,
        email,
        newEmail,
        passwordNeeded: purpose === 'confirm' && !isOfThisBrowser(link, device?.hash),
      };
    },
  }),

  followLink: forAnyone({
    route: 'POST /auth/verify-email',
    summary: 'Uses the link of a mail to confirm an address, or to allow or confirm its change.',
    input: z.object({ token: linkToken, password: typedPassword.optional() }),
    output: z.strictObject({
      /** The tag for which somebody signed up; without its activation code. */
      tagCode: z.string().nullable(),
    }),
    run: async (caller, { token, password }, services) => {
      const link = await findLink(services.db, token);
      if (!link) return unknownLink(caller.networkKey, services);
      const outcome = await follow(link.purpose, { token, password }, caller, services);
      if (typeof outcome === 'string') return whyNotFollowed[outcome] ?? { tagCode: link.tagCode };
      return link.purpose === 'confirm' ? tooManyRequests(outcome) : tooManyMails(outcome);
    },
  }),

  requestPasswordReset: forAnyone({
    route: 'POST /auth/request-password-reset',
    duringMaintenance: 'open',
    summary: 'Mails a link to set a new password. The same answer for every address.',
    input: byEmail,
    /** A browser in which the account was signed in to before has mails of its own: strangers who ask for many keep nobody out. */
    run: async ({ networkKey, device, language }, { email }, services) => {
      const answerTime = startAnswerClock();
      const { known } = await findSignIn(email, device?.hash, services);
      const own = known ? device?.hash : undefined;
      const refusal = await countRequest('reset-mail', own ?? networkKey, services);
      if (refusal) return refusal;
      const tooMany = await countMail('reset', email, services, own);
      if (!tooMany) await reset.requestPasswordReset(email, language, services);
      await answerTime();
      return tooMany ?? 'done';
    },
  }),

  readResetLink: forAnyone({
    route: 'POST /auth/reset-link',
    duringMaintenance: 'open',
    summary:
      'The passkeys that `resetPassword` removes unless they are kept, by the token of the mail’s link, without using it up. It removes none of an administrator.',
    input: z.object({ token: linkToken }),
    output: z.strictObject({ passkeys: z.array(passkey) }),
    run: async ({ networkKey }, { token }, services) => {
      const link = await reset.findResetLink(token, services);
      if (!link) return unknownLink(networkKey, services, 'INVALID_TOKEN');
      return { passkeys: await readPasskeysOfReset(link.uid, services.db) };
    },
  }),

  resetPassword: forAnyone({
    route: 'POST /auth/reset-password',
    duringMaintenance: 'open',
    summary:
      'Sets the password by the link of a mail, and removes all passkeys but those that are kept; of an administrator none. A password that is refused does not use the link up.',
    input: z.object({ token: linkToken, newPassword, keepPasskeys: keptPasskeys.default([]) }),
    run: async ({ networkKey, device, language }, { token, newPassword, keepPasskeys }, services) => {
      const link = await reset.findResetLink(token, services);
      if (!link) return unknownLink(networkKey, services, 'INVALID_TOKEN');
      const problem = await reset.problemOfReset(link, newPassword, services);
      if (problem) return refused(problem.code, { field: 'newPassword' });
      if (!(await reset.resetPassword(link, { newPassword, keepPasskeys, language }, services))) return 'INVALID_TOKEN';
      if (device) await rememberDevice(link.uid, { deviceHash: device.hash, device: device.name }, services);
      return 'done';
    },
  }),

  changeEmail: forUser({
    fresh: true,
    route: 'POST /auth/change-email',
    summary:
      'Asks your own address first whether the account may move. Whether the new one has an account is not told.',
    input: z.object({ newEmail: emailAddress }),
    run: async ({ user, language }, { newEmail }, services) => {
      const refusal = await countMail('change', user.email, services);
      if (refusal) return refusal;
      await emailChange.requestEmailChange(user, { newEmail, language }, services);
      return 'done';
    },
  }),
};

type Use = { token: string; password: string | undefined };

async function follow(purpose: AccountLink['purpose'], { token, password }: Use, caller: Caller, services: Services) {
  const { device, language, user } = caller;
  if (purpose === 'confirm') return confirmAddress(token, { deviceHash: device?.hash, password }, services);
  if (purpose === 'allow-change') return emailChange.allowEmailChange({ token, language }, services);
  return purpose === 'confirm-change' ? emailChange.confirmEmailChange(token, user, services) : 'invalid-link';
}

const whyNotFollowed = {
  'invalid-link': 'INVALID_TOKEN.used',
  'password-needed': 'PASSWORD_NEEDED',
  'wrong-password': 'WRONG_SIGN_UP_PASSWORD',
  'sign-in-first': 'SIGN_IN_FIRST',
  'other-account': 'INVALID_USER',
  'address-taken': 'USER_ALREADY_EXISTS',
  confirmed: undefined,
  allowed: undefined,
  moved: undefined,
} as const;

/** Counts requests of one kind by who sends them: a network, or what has a count of its own. @returns the refusal, if it is one too many */
async function countRequest(kind: string, who: string, { limits }: Services): Promise<Refusal | undefined> {
  const taken = await limits.take('account-request', `${kind}.${who}`);
  return taken.allowed ? undefined : tooManyRequests(taken);
}

async function countMail(...asked: Parameters<typeof takeMail>): Promise<Refusal | undefined> {
  const taken = await takeMail(...asked);
  return taken.allowed ? undefined : tooManyMails(taken);
}

/** A token that is not ours: only these are counted, by network, so that nobody keeps others from their links. */
async function unknownLink(
  networkKey: string,
  services: Services,
  name: 'INVALID_TOKEN' | 'INVALID_TOKEN.used' = 'INVALID_TOKEN.used',
): Promise<Refusal> {
  return (await countRequest('link', networkKey, services)) ?? refused(name);
}
