import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { personName } from '../../texts/contract/person-name.ts';
import { maxKeepTokenLength, maxLinkTokenLength, maxTypedPasswordLength, passwordLength } from './limits.ts';

export const displayName = personName.refine(Boolean, 'refused.nameEmpty' satisfies PlainKey);

export const linkToken = z
  .string('refused.tokenMissing' satisfies PlainKey)
  .max(maxLinkTokenLength, 'refused.notAToken' satisfies PlainKey);

export const keepToken = z
  .string('refused.tokenMissing' satisfies PlainKey)
  .max(maxKeepTokenLength, 'refused.notAToken' satisfies PlainKey)
  .regex(/^[\x21-\x7e]*$/, 'refused.notAToken' satisfies PlainKey);

export const newPassword = z
  .string('refused.newPasswordEmpty' satisfies PlainKey)
  .min(passwordLength.min, 'refused.passwordTooShort' satisfies PlainKey)
  .max(passwordLength.max, 'refused.passwordTooLong' satisfies PlainKey)
  .regex(/\S/, 'refused.passwordBlank' satisfies PlainKey);

export const ownPassword = z
  .string('refused.passwordEmpty' satisfies PlainKey)
  .min(1, 'refused.passwordEmpty' satisfies PlainKey)
  .max(maxTypedPasswordLength, 'refused.wrongPassword' satisfies PlainKey);

export const typedPassword = z.string().max(maxTypedPasswordLength);

/** `here` marks the session that asks. `since` is ISO 8601. */
export const signedInPlace = z.strictObject({ device: z.string(), since: z.string(), here: z.boolean() });

/** The account merged with its profile (C-3.02). Times are ISO 8601. */
export const currentUser = z.strictObject({
  uid: z.string(),
  email: z.string(),
  displayName: z.string(),
  emailVerified: z.boolean(),
  createdAt: z.string(),
  lastLogin: z.string().nullable(),
  role: z.string().nullable(),
  language: z.string().optional(),
  /** Finders see the name beside answers about items that others share. */
  nameShown: z.boolean().optional(),
  deletedOn: z.string().optional(),
  /** Of a new account: My Items shows what makes its first tag useful. */
  firstSteps: z.boolean().optional(),
});

export type CurrentUser = z.infer<typeof currentUser>;
