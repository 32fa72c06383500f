import { z } from 'zod';
import { can } from '../domain/accounts/contract/can.ts';
import { ownPassword } from '../domain/accounts/contract/schema.ts';
import * as apps from '../domain/second-factor/authenticator-app.ts';
import {
  credential,
  keptPasskeys,
  mostPasskeys,
  passkeyName,
  recoveryCodes,
  sealedSecret,
  secondFactors,
  typedCode,
} from '../domain/second-factor/contract/schema.ts';
import { type FactorNotChanged, readSecondFactors } from '../domain/second-factor/factors.ts';
import { keepPasskeys } from '../domain/second-factor/keep-passkeys.ts';
import * as passkeys from '../domain/second-factor/passkeys.ts';
import * as proofs from '../domain/second-factor/prove.ts';
import { wrongPassword } from './accounts.ts';
import { needsSecondFactor } from './call.ts';
import { forAdmin, forUser, type Refusal } from './define.ts';
import { id } from './inputs.ts';
import { foundBy, refused, wait } from './refused.ts';

const withPassword = z.object({ password: ownPassword });
const codesMade = z.strictObject({ recoveryCodes });

/** As WebAuthn names them (PublicKeyCredentialCreationOptionsJSON and PublicKeyCredentialRequestOptionsJSON). */
const optionsOfBrowser = z.record(z.string().regex(/^[A-Za-z]+$/), z.unknown());

/** The second factor of administrators, and the passkeys of everybody. Those who have proved none yet may call these. */
export const secondFactorFunctions = {
  getSecondFactors: forUser({
    summary: 'Your passkeys, whether an administrator has an authenticator app, and what this session has proved.',
    output: secondFactors,
    run: (caller, _input, services) => readSecondFactors(caller, services),
  }),

  checkSecondFactor: forAdmin({
    fresh: true,
    summary:
      'Does nothing, but is refused when the second factor has to be proved again: to ask before a browser opens a file.',
    run: async () => 'done',
  }),

  offerAuthenticatorApp: forUser({
    summary: 'A secret for an administrator’s authenticator app. It counts once `addAuthenticatorApp` has it.',
    output: z.strictObject({ secret: z.string(), uri: z.string(), sealed: z.string() }),
    run: async (caller, _input, services) =>
      can(caller.user, 'admin') ? apps.offerAuthenticatorApp(caller, services) : 'admins-only',
  }),

  addAuthenticatorApp: forUser({
    summary:
      'Adds an administrator’s authenticator app by its `sealed` secret and a code of it, in place of the earlier one. Answers with recovery codes when there were none.',
    input: withPassword.extend({ sealed: sealedSecret, code: typedCode }),
    output: codesMade,
    run: async (caller, input, services) => {
      if (!can(caller.user, 'admin')) return 'admins-only';
      const added = await apps.addAuthenticatorApp(caller, input, services);
      if (added === 'wrong-code') return refused('wrong-code.factor', { field: 'code' });
      return isRefused(added) ? refuse(added) : { recoveryCodes: added.changed };
    },
  }),

  removeAuthenticatorApp: forUser({
    summary: 'Removes an administrator’s authenticator app, unless it is their last factor.',
    input: withPassword,
    run: async (caller, { password }, services) => {
      if (!can(caller.user, 'admin')) return 'admins-only';
      const removed = await apps.removeAuthenticatorApp(caller, password, services);
      return isRefused(removed) ? refuse(removed) : 'done';
    },
  }),

  makeRecoveryCodes: forUser({
    summary: 'New recovery codes for an administrator, in place of all that there were.',
    input: withPassword,
    output: codesMade,
    run: async (caller, { password }, services) => {
      if (!can(caller.user, 'admin')) return 'admins-only';
      const made = await proofs.replaceRecoveryCodes(caller, password, services);
      return isRefused(made) ? refuse(made) : { recoveryCodes: made.changed };
    },
  }),

  proveByCode: forUser({
    summary:
      'Proves your second factor in this session, by a code of the authenticator app or a recovery code: each is good once.',
    input: z.object({ code: typedCode }),
    run: async (caller, { code }, services) => {
      const tried = await proofs.proveByCode(caller, code, services);
      return tried.proved || notProved(tried.retryAfter, 'code');
    },
  }),

  askForPasskey: forUser({
    summary: 'What a browser needs to prove one of your passkeys, for `navigator.credentials.get`.',
    output: optionsOfBrowser,
    run: async (caller, _input, services) => ({ ...(await passkeys.askForPasskey(caller, services)) }),
  }),

  proveByPasskey: forUser({
    summary: 'Proves your second factor in this session, by what the browser answered to `askForPasskey`.',
    input: z.object({ credential }),
    run: async (caller, input, services) => {
      const tried = await passkeys.proveByPasskey(caller, input.credential, services);
      return tried.proved || notProved(tried.retryAfter);
    },
  }),

  offerPasskey: forUser({
    summary: 'What a browser needs to make a passkey, for `navigator.credentials.create`.',
    output: optionsOfBrowser,
    run: async (caller, _input, services) => ({ ...(await passkeys.offerPasskey(caller, services)) }),
  }),

  addPasskey: forUser({
    summary:
      'Adds what the browser answered to `offerPasskey` to your passkeys. Answers with recovery codes when they are an administrator’s first ones.',
    input: withPassword.extend({ credential, name: passkeyName }),
    output: codesMade,
    run: async (caller, input, services) => {
      const added = await passkeys.addPasskey(caller, input, services);
      if (added === 'not-a-passkey') return 'not-a-passkey';
      if (added === 'too-many') return refused('too-many.passkeys', { params: { most: mostPasskeys } });
      return isRefused(added) ? refuse(added) : { recoveryCodes: added.changed };
    },
  }),

  renamePasskey: forUser({
    summary: 'Names one of your passkeys anew.',
    input: z.object({ id, name: passkeyName }),
    run: foundBy(passkeys.renamePasskey, 'no-passkey'),
  }),

  removePasskey: forUser({
    summary: 'Removes one of your passkeys. The last factor of an administrator stays.',
    input: withPassword.extend({ id }),
    run: async (caller, input, services) => {
      const removed = await passkeys.removePasskey(caller, input, services);
      if (isRefused(removed)) return refuse(removed);
      return removed.changed || 'no-passkey';
    },
  }),

  keepPasskeys: forUser({
    summary: 'Removes all your passkeys but these. The last factor of an administrator stays.',
    input: withPassword.extend({ ids: keptPasskeys }),
    output: z.strictObject({ removed: z.int() }),
    run: async (caller, input, services) => {
      const kept = await keepPasskeys(caller, input, services);
      return isRefused(kept) ? refuse(kept) : { removed: kept.changed };
    },
  }),
};

function isRefused(changed: FactorNotChanged | { changed: unknown }): changed is FactorNotChanged {
  return changed === 'last-factor' || !('changed' in changed);
}

function refuse(why: FactorNotChanged): Refusal {
  if (why === 'last-factor') return refused(why);
  return 'proof' in why ? needsSecondFactor(why.proof) : wrongPassword(why, 'password');
}

function notProved(retryAfter: number | undefined, field?: string): Refusal {
  if (retryAfter) return refused('over-limit.factors', { params: wait(retryAfter), retryAfter });
  return field ? refused('wrong-code.factor', { field }) : refused('not-a-passkey');
}
