import { z } from 'zod';

/** How mail does, for the operator. What is counted was not sent and is at most 30 days old. Times are ISO 8601. */
export const mailQueueState = z.strictObject({
  /** Tried again, or not tried yet. */
  waiting: z.int(),
  oldestWaiting: z.string().nullable(),
  givenUp: z.int(),
  /** By the recipient's server, whether they are tried once more or were given up. */
  refused: z.int(),
  accountsNotReached: z.int(),
  /** The newest failure that was no refusal of a recipient; without addresses. */
  lastError: z.strictObject({ text: z.string(), at: z.string() }).nullable(),
});

export type MailQueueState = z.infer<typeof mailQueueState>;
