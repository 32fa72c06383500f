import { z } from 'zod';
import { cleanText } from '../settings/clean-text.ts';

/** Passwords: at least 10 characters, at most 128; no rules of composition (NIST SP 800-63B). */
export const passwordLength = { min: 10, max: 128 };

export const displayName = z.preprocess(
  cleanText,
  z.string().min(1, 'Write the name that you want to be greeted with.').max(80, 'Keep the name under 80 characters.'),
);

/** The current user: the authentication account merged with the profile (C-3.02). Times are ISO 8601. */
export const currentUser = z.object({
  uid: z.string(),
  email: z.string(),
  displayName: z.string(),
  emailVerified: z.boolean(),
  createdAt: z.string(),
  lastLogin: z.string().nullable(),
  role: z.string().nullable(),
});

export type CurrentUser = z.infer<typeof currentUser>;
