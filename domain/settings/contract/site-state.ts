import { z } from 'zod';

export const siteState = z.strictObject({
  host: z.string(),
  /** Nothing closes there during maintenance. */
  exempt: z.boolean(),
  exemptHosts: z.array(z.string()),
  /** Without one, mails become files and reach nobody. */
  mailServer: z.boolean(),
  /** Notifications that wait: up to 1,000 are counted. */
  pushWaiting: z.int(),
  webhook: z.boolean(),
  webhookWaiting: z.int(),
  filesInBucket: z.boolean(),
  filesBytesPerAccount: z.int(),
  /** How often something is allowed within so many seconds; `words` say what, and for whom it counts. */
  limits: z.array(z.strictObject({ name: z.string(), words: z.string(), points: z.int(), seconds: z.int() })),
});

export type SiteState = z.infer<typeof siteState>;
