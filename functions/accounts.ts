import { z } from 'zod';
import { chooseMails, readMailState } from '../domain/accounts/account-settings.ts';
import {
  currentUser,
  displayName,
  mailChoice,
  mailState,
  newPassword,
  ownPassword,
  signedInPlace,
} from '../domain/accounts/contract/schema.ts';
import { keepAccount as keep, keepAccountByLink, requestDeletion } from '../domain/accounts/delete-account.ts';
import { type Checked, changePassword as change } from '../domain/accounts/password.ts';
import { readProfileOf, renameUser } from '../domain/accounts/profile.ts';
import { endOtherSessions, listSessions as list } from '../domain/accounts/sessions.ts';
import { defineFunction, Refusal } from './define.ts';
import { id } from './inputs.ts';

export const getUserProfile = defineFunction({
  name: 'getUserProfile',
  access: 'user',
  summary: 'A profile by its uid: yours, or anybody’s for an administrator; null otherwise.',
  input: z.object({ id }),
  output: currentUser.nullable(),
  run: ({ user }, input, installation) => readProfileOf(user, input.id, installation),
});

export const updateUserProfile = defineFunction({
  name: 'updateUserProfile',
  access: 'user',
  summary: 'Changes your display name. Role, uid, address and dates cannot be changed this way.',
  input: z.strictObject({ displayName }),
  output: currentUser,
  run: ({ user }, input, installation) => renameUser(user, input, installation),
});

export const changePassword = defineFunction({
  name: 'changePassword',
  access: 'user',
  summary: 'Sets a new password; your sessions elsewhere end.',
  input: z.object({ currentPassword: ownPassword, newPassword }),
  output: z.object({}),
  run: async (caller, input, installation) => {
    const changed = await change(caller, input, installation);
    if ('problem' in changed) {
      const { code } = changed.problem;
      const said = { key: `account.${code}` } as const;
      return new Refusal('invalid-argument', said, { fields: { newPassword: said }, reason: code });
    }
    return changed.right ? {} : wrongPassword(changed, 'currentPassword');
  },
});

export const listSessions = defineFunction({
  name: 'listSessions',
  access: 'user',
  summary: 'Where you are signed in, this place first.',
  input: z.object({}),
  output: z.object({ sessions: z.array(signedInPlace) }),
  run: async (caller, _input, installation) => ({ sessions: await list(caller, installation) }),
});

export const signOutElsewhere = defineFunction({
  name: 'signOutElsewhere',
  access: 'user',
  summary: 'Ends your sessions everywhere but here.',
  input: z.object({}),
  output: z.object({}),
  run: async (caller, _input, installation) => {
    await endOtherSessions(caller, installation);
    return {};
  },
});

export const getMailChoice = defineFunction({
  name: 'getMailChoice',
  access: 'user',
  summary: 'Whether you get a mail when a finder writes, and when a mail to you last failed, if none arrived since.',
  input: z.object({}),
  output: mailState,
  run: ({ user }, _input, installation) => readMailState(user, installation),
});

export const setMailChoice = defineFunction({
  name: 'setMailChoice',
  access: 'user',
  summary: 'Turns the mails about new messages on or off.',
  input: mailChoice,
  output: mailState,
  run: ({ user }, input, installation) => chooseMails(user, input, installation),
});

export const deleteAccount = defineFunction({
  name: 'deleteAccount',
  access: 'user',
  summary: 'Deletes your account in 7 days, with your items and messages. Until then it can be kept.',
  input: z.object({ password: ownPassword }),
  output: z.object({ deletedOn: z.string() }),
  run: async ({ user }, { password }, installation) => {
    const asked = await requestDeletion(user, password, installation);
    return 'deletedOn' in asked ? asked : wrongPassword(asked, 'password');
  },
});

export const keepAccount = defineFunction({
  name: 'keepAccount',
  access: 'user',
  duringMaintenance: 'open',
  summary: 'Undoes `deleteAccount`.',
  input: z.object({}),
  output: z.object({}),
  run: async ({ user }, _input, installation) => {
    await keep(user, installation);
    return {};
  },
});

export const keepAccountByToken = defineFunction({
  name: 'keepAccountByToken',
  access: 'anyone',
  duringMaintenance: 'open',
  summary: 'Undoes `deleteAccount`, by the token of the mail’s link.',
  input: z.object({
    token: z
      .string('The token is missing.')
      .max(200, 'This is no token of ours.')
      .regex(/^[\w.-]*$/, 'This is no token of ours.'),
  }),
  output: z.object({}),
  run: async (_caller, { token }, installation) => {
    if (await keepAccountByLink(token, installation)) return {};
    return new Refusal('not-found', 'This link undoes nothing: the account is kept already, or it is gone.');
  },
});

function wrongPassword({ retryAfter }: Extract<Checked, { right: false }>, field: string): Refusal {
  if (retryAfter) {
    const message = `Too many tries. Wait ${Math.ceil(retryAfter / 60)} minutes, then try again.`;
    return new Refusal('resource-exhausted', message, { retryAfter });
  }
  const message = 'This is not your password.';
  return new Refusal('invalid-argument', message, { fields: { [field]: message }, reason: 'wrong-password' });
}
