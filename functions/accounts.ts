import { z } from 'zod';
import { readProfileOf, renameUser } from '../domain/accounts/profile.ts';
import { currentUser, displayName } from '../domain/accounts/schema.ts';
import { defineFunction } from './define.ts';
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
