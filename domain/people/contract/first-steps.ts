import { z } from 'zod';

/** What was done of what makes a first tag useful. `told`: by push notifications, on any device. */
export const firstSteps = z.strictObject({
  printed: z.boolean(),
  attached: z.boolean(),
  scanned: z.boolean(),
  told: z.boolean(),
});

export type FirstSteps = z.infer<typeof firstSteps>;

/** What the server does not see by itself. */
export const notedStep = z.enum(['attached', 'scanned']);
