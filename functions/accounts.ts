import { z } from 'zod';
import { can } from '../domain/accounts/contract/can.ts';
import {
  type CurrentUser,
  currentUser,
  displayName,
  keepToken,
  newPassword,
  ownPassword,
  signedInPlace,
} from '../domain/accounts/contract/schema.ts';
import * as deletion from '../domain/accounts/delete-account.ts';
import { recordActivity } from '../domain/accounts/inactivity.ts';
import * as passwords from '../domain/accounts/password.ts';
import * as profile from '../domain/accounts/profile.ts';
import * as sessions from '../domain/accounts/sessions.ts';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import { exportAccount } from '../domain/people/export-account.ts';
import { offeredLanguages } from '../domain/settings/languages.ts';
import type { PlainKey } from '../language/create-translations.ts';
import type { Services } from '../server/services.ts';
import { needsSecondFactor } from './call.ts';
import { forAnyone, forUser, type Refusal } from './define.ts';
import { language, uid } from './inputs.ts';
import { notYet, refused } from './refused.ts';

export const accountFunctions = {
  getUserProfile: forUser({
    summary: 'A profile by its uid: yours, or anybody’s for an administrator; null otherwise.',
    input: z.object({ id: uid }),
    output: currentUser.nullable(),
    run: async ({ user, sessionId, reads }, input, services) => {
      if (
        can(user, 'readProfiles') &&
        input.id !== user.uid &&
        (await reads.secondFactorProof(sessionId)) === 'missing'
      )
        return needsSecondFactor('missing');
      return profile.readProfileOf(user, input.id, services);
    },
  }),

  updateUserProfile: forUser({
    summary:
      'Merges the given fields into your profile: your display name, and as a BCP 47 tag the language that you read and are mailed in; with `nameShown`, finders see your name beside what you answer from then on about items that others share with you, and without it “the owner”. Nothing else of it can be changed this way.',
    input: z.strictObject(
      { displayName: displayName.optional(), language: language.optional(), nameShown: z.boolean().optional() },
      { error: ({ code }) => (code === 'unrecognized_keys' ? ('refused.profileField' satisfies PlainKey) : undefined) },
    ),
    output: currentUser,
    run: async ({ user }, input, services) => {
      const { language: chosen } = input;
      if (chosen && !offeredLanguages(services).all.includes(chosen)) {
        return refused('bad-input.language', { field: 'language' });
      }
      return profile.updateProfile(user, input, services);
    },
  }),

  changePassword: forUser({
    summary: 'Sets a new password; your sessions elsewhere end.',
    input: z.object({ currentPassword: ownPassword, newPassword }),
    run: async (caller, input, services) => {
      const changed = await passwords.changePassword(caller, input, services);
      if ('problem' in changed) return refused(changed.problem.code, { field: 'newPassword' });
      return changed.right || wrongPassword(changed, 'currentPassword');
    },
  }),

  listSessions: forUser({
    summary: 'Where you are signed in, this place first, then the newest.',
    input: pageRequest,
    output: z.strictObject({ sessions: z.array(signedInPlace), next }),
    run: (caller, input, services) => sessions.listSessions(caller, input, services),
  }),

  signOutElsewhere: forUser({
    summary: 'Ends your sessions everywhere but here.',
    run: (caller, _input, services) => sessions.endOtherSessions(caller, services),
  }),

  deleteAccount: forUser({
    fresh: true,
    summary: 'Deletes your account in 7 days, with your items and messages. Until then it can be kept.',
    input: z.object({ password: ownPassword }),
    output: z.strictObject({ deletedOn: z.string() }),
    run: async ({ user, language }, { password }, services) => {
      const asked = await deletion.requestDeletion(user, { password, language }, services);
      if (asked === 'last-administrator') return asked;
      return 'deletedOn' in asked ? asked : wrongPassword(asked, 'password');
    },
  }),

  keepAccount: forUser({
    duringMaintenance: 'open',
    summary: 'Undoes `deleteAccount`.',
    run: ({ user }, _input, services) => deletion.keepAccount(user, services),
  }),

  keepAccountByToken: forAnyone({
    duringMaintenance: 'open',
    summary: 'Undoes `deleteAccount`, by the token of the mail’s link.',
    input: z.object({ token: keepToken }),
    run: async (_caller, { token }, services) =>
      (await deletion.keepAccountByLink(token, services)) || 'INVALID_TOKEN.deletion',
  }),

  recordActivity: forUser({
    route: 'POST /auth/activity',
    duringMaintenance: 'open',
    summary: 'You used a page: the time after which the session ends begins anew.',
    run: async ({ sessionId }, _input, services) => {
      if (sessionId) await recordActivity(sessionId, services);
    },
  }),

  exportAccount: forUser({
    route: 'GET /profile/export',
    countsItself: true,
    summary: 'All that is stored about you, as a zip; one at a time for an account, and few in all.',
    output: z.strictObject({ zip: z.instanceof(ReadableStream<Uint8Array>) }),
    run: async ({ user, language }, _input, services) => {
      const { allowed, retryAfter } = await services.limits.take('export', user.uid);
      if (!allowed) return notYet({ key: 'refused.manyExports' }, retryAfter);
      if (exporting.has(user.uid)) return notYet({ key: 'refused.exportUnderWay' }, 60);
      if (exporting.size >= mostExports) return notYet({ key: 'refused.exportsOfOthers' }, 60);
      return { zip: startExport({ user, language }, services) };
    },
  }),
};

const mostExports = 2;
/** The exports that are under way in this process, by account. */
const exporting = new Map<string, symbol>();

/** Written as it is taken. What breaks on the way breaks the stream. */
function startExport(asker: { user: CurrentUser; language: string }, services: Services): ReadableStream<Uint8Array> {
  const { user } = asker;
  const id = Symbol();
  exporting.set(user.uid, id);
  const end = () => {
    if (exporting.get(user.uid) === id) exporting.delete(user.uid);
  };
  let fail: (reason: unknown) => void = () => undefined;
  const transformer: Transformer<Uint8Array, Uint8Array> & { cancel(): void } = {
    start: (controller) => {
      fail = (reason) => controller.error(reason);
    },
    // Whoever takes no more may ask again at once.
    cancel: end,
  };
  const { readable, writable } = new TransformStream(transformer);
  exportAccount(asker, services, writable).catch(fail).finally(end);
  return readable;
}

export function wrongPassword(
  { retryAfter }: Extract<passwords.PasswordCheck, { right: false }>,
  field: string,
): Refusal {
  if (retryAfter) {
    const params = { count: Math.ceil(retryAfter / 60) };
    return refused('over-limit.passwords', { params, retryAfter });
  }
  return refused('wrong-password', { field });
}
