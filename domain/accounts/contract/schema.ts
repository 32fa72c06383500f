import { z } from 'zod';
import { personName } from '../../settings/contract/person-name.ts';
import { maxEmailLength, passwordLength } from './limits.ts';

export const displayName = personName.refine(Boolean, 'Write the name that you want to be greeted with.');

export const emailAddress = z
  .email('This is no e-mail address. It looks like name@example.com.')
  .max(maxEmailLength, 'This is no e-mail address. It looks like name@example.com.')
  .toLowerCase();

export const linkToken = z.string('The token is missing.').max(2000, 'This is no token of ours.');

const lengthWords = `Use a password of ${passwordLength.min} to ${passwordLength.max} characters.`;

export const newPassword = z
  .string('Write the new password.')
  .min(passwordLength.min, lengthWords)
  .max(passwordLength.max, lengthWords)
  .regex(/\S/, 'Use more than spaces.');

export const ownPassword = z
  .string('Write your password.')
  .min(1, 'Write your password.')
  .max(passwordLength.max, 'This is not your password.');

/** `here` marks the session that asks. `since` is ISO 8601. */
export const signedInPlace = z.strictObject({ device: z.string(), since: z.string(), here: z.boolean() });

export type SignedInPlace = z.infer<typeof signedInPlace>;

export const mailChoice = z.object({ messageMails: z.boolean('Say whether you want these mails.') });

/** `mailFailedAt`: when a mail to the user last failed, in ISO 8601; null after one arrives. */
export const mailState = z.strictObject({ ...mailChoice.shape, mailFailedAt: z.string().nullable() });

export type MailState = z.infer<typeof mailState>;

/** The account merged with its profile (C-3.02). Times are ISO 8601. */
export const currentUser = z.strictObject({
  uid: z.string(),
  email: z.string(),
  displayName: z.string(),
  emailVerified: z.boolean(),
  createdAt: z.string(),
  lastLogin: z.string().nullable(),
  role: z.string().nullable(),
  /** In which the user chose to read, as a BCP 47 tag. */
  language: z.string().optional(),
  deletedOn: z.string().optional(),
});

export type CurrentUser = z.infer<typeof currentUser>;
