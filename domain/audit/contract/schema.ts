import { z } from 'zod';
import { tableRequest } from '../../lists/contract/table.ts';
import { acts, subjectKinds } from './actions.ts';

export const auditRequest = tableRequest(['time']);

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** Times are ISO 8601. */
export const auditEntry = z.strictObject({
  id: z.string(),
  at: z.string(),
  /** The address of the administrator; null: a command on the server, or an account that is gone. */
  by: z.string().nullable(),
  byUid: z.string().nullable(),
  act: z.enum(acts),
  subjectKind: z.enum(subjectKinds),
  subjectId: z.string(),
  changes: z.record(z.string().regex(/^[A-Za-z]+$/), z.tuple([value, value])),
});

export type AuditEntry = z.infer<typeof auditEntry>;
