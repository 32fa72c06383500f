import { z } from 'zod';

/** What came of a report or a request: `done` where nothing had to be done with the product; `spam` of a contact request only. */
const decisions = ['done', 'answered', 'closed', 'spam'] as const;

export type Decision = (typeof decisions)[number];

/** Who decided what, and when (ISO 8601). `by` is null when the account is gone. */
export const settled = z.strictObject({ at: z.string(), by: z.string().nullable(), decision: z.enum(decisions) });

export type Settled = z.infer<typeof settled>;

/** What somebody told the operator, and an administrator can be done with. */
export const settledKinds = ['report', 'tag-report', 'contact-request'] as const;

export type SettledKind = (typeof settledKinds)[number];
