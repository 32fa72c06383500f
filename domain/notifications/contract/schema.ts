import { z } from 'zod';

/** How mail does, for the operator. What is counted was not sent and is at most 30 days old. Times are ISO 8601. */
export const mailQueueState = z.strictObject({
  waiting: z.int(),
  oldestWaiting: z.string().nullable(),
  givenUp: z.int(),
  refused: z.int(),
  accountsNotReached: z.int(),
  /** The newest failure that was no refusal of a recipient; without addresses. */
  lastError: z.strictObject({ text: z.string(), at: z.string() }).nullable(),
});

/** A mail that was tried in vain. Times are ISO 8601. */
export const failedMail = z.strictObject({
  id: z.string(),
  purpose: z.string(),
  domain: z.string(),
  queuedAt: z.string(),
  attempts: z.int(),
  nextTry: z.string().nullable(),
  /** By the recipient’s server. */
  refused: z.boolean(),
  /** What went wrong last; without addresses. */
  error: z.string(),
});

export type FailedMail = z.infer<typeof failedMail>;

export type MailQueueState = z.infer<typeof mailQueueState>;
