import { z } from 'zod';
import { cleanText } from './clean-text.ts';
import { maxMaintenanceMessageLength } from './limits.ts';

/** Omitted fields stay as they are. */
export const maintenanceChange = z.object({
  enabled: z.boolean('Say whether maintenance is on.').optional(),
  message: z
    .preprocess(
      cleanText,
      z
        .string()
        .min(1, 'Write what people should read meanwhile.')
        .max(maxMaintenanceMessageLength, `Keep the message under ${maxMaintenanceMessageLength} characters.`),
    )
    .optional(),
  keepTagPagesOpen: z.boolean().optional(),
});

export type MaintenanceChange = z.infer<typeof maintenanceChange>;

export const maintenance = z.strictObject({
  enabled: z.boolean(),
  message: z.string(),
  keepTagPagesOpen: z.boolean(),
  /** The host is exempt (C-9.06): nothing is closed. */
  exempt: z.boolean(),
});

export type Maintenance = z.infer<typeof maintenance>;
