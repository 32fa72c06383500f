import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { cleanText } from '../../texts/contract/clean-text.ts';
import { maxMaintenanceMessageLength } from './limits.ts';

export const maintenanceChange = z.object({
  enabled: z.boolean('refused.maintenanceMissing' satisfies PlainKey).optional(),
  message: z
    .preprocess(
      cleanText,
      z
        .string()
        .min(1, 'refused.maintenanceEmpty' satisfies PlainKey)
        .max(maxMaintenanceMessageLength, 'refused.maintenanceTooLong' satisfies PlainKey),
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
