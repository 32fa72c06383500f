import { z } from 'zod';
import { tableRequest } from '../../lists/contract/table.ts';

export const peopleRequest = tableRequest(['created', 'lastLogin', 'email']);

/** An account as administrators see it. Times are ISO 8601. */
export const person = z.strictObject({
  id: z.string(),
  email: z.string(),
  displayName: z.string(),
  /** null: not recorded */
  emailVerified: z.boolean().nullable(),
  createdAt: z.string(),
  lastLogin: z.string().nullable(),
  isAdmin: z.boolean(),
  disabledAt: z.string().nullable(),
  deletedOn: z.string().nullable(),
});

export type Person = z.infer<typeof person>;

export const personDetails = person.extend({
  language: z.string().nullable(),
  sessions: z.int(),
  items: z.int(),
  conversations: z.int(),
  orders: z.int(),
});

export const accountActions = [
  'disable',
  'enable',
  'sign-out',
  'resend-confirmation',
  'delete',
  'keep',
  'grant',
  'revoke',
] as const;

export type AccountAction = (typeof accountActions)[number];
