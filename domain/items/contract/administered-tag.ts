import { z } from 'zod';
import { acts } from '../../audit/contract/actions.ts';
import { tagActionReasons, tagReportReasons } from './tag-actions.ts';

/** A tag as administrators see it. Times are ISO 8601. */
export const administeredTag = z.strictObject({
  code: z.string(),
  hash: z.string(),
  status: z.enum(['blank', 'active', 'retired']),
  frozenAt: z.string().nullable(),
  createdAt: z.string(),
  activatedAt: z.string().nullable(),
  retiredAt: z.string().nullable(),
  replacedBy: z.string().nullable(),
  replacedAt: z.string().nullable(),
  replaces: z.string().nullable(),
  batch: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  item: z.strictObject({ id: z.string(), deleted: z.boolean(), hash: z.string() }).nullable(),
  owner: z.strictObject({ uid: z.string(), email: z.string() }).nullable(),
  /** How often people opened its page in the last 90 days. */
  openings: z.int(),
  reports: z.array(z.strictObject({ reason: z.enum(tagReportReasons), text: z.string(), at: z.string() })),
  history: z.array(
    z.strictObject({
      act: z.enum(acts),
      at: z.string(),
      by: z.string().nullable(),
      reason: z.enum(tagActionReasons).nullable(),
    }),
  ),
});

export type AdministeredTag = z.infer<typeof administeredTag>;
