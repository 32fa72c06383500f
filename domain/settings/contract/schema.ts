import { z } from 'zod';
import { cleanText } from './clean-text.ts';
import { longestMaintenanceMessage } from './limits.ts';

/** What an administrator changes about maintenance; what is left out stays. */
export const maintenanceChange = z.object({
  enabled: z.boolean('Say whether maintenance is on.').optional(),
  message: z
    .preprocess(
      cleanText,
      z
        .string()
        .min(1, 'Write what people should read meanwhile.')
        .max(longestMaintenanceMessage, `Keep the message under ${longestMaintenanceMessage} characters.`),
    )
    .optional(),
  keepTagPagesOpen: z.boolean().optional(),
});

export type MaintenanceChange = z.infer<typeof maintenanceChange>;

/** The maintenance setting (C-3.05) as everybody may read it. */
export const maintenance = z.object({
  enabled: z.boolean(),
  message: z.string(),
  /** Spares what finders need: the tags' pages and their conversations. */
  keepTagPagesOpen: z.boolean(),
  /** The installation's host is exempt (C-9.06): nothing is closed, whatever the setting says. */
  exempt: z.boolean(),
});

export type Maintenance = z.infer<typeof maintenance>;
