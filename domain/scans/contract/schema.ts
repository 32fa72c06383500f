import { z } from 'zod';

/** How many days a scan is kept. */
export const scanDays = 90;

/** One opening of the page of an item's tag; `own` by whoever is signed in as its owner, `robot` by a program, such as a messenger's preview. */
export const scan = z.strictObject({
  id: z.string(),
  code: z.string(),
  kind: z.enum(['opened', 'own', 'robot']),
  /** ISO 8601. */
  at: z.string(),
});
