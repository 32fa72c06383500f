import { z } from 'zod';
import { auditEntry, auditRequest } from '../domain/audit/contract/schema.ts';
import { listAuditEntries } from '../domain/audit/list-entries.ts';
import { next } from '../domain/lists/contract/schema.ts';
import { forAdmin } from './define.ts';

export const auditFunctions = {
  listAuditEntries: forAdmin({
    summary:
      'What administrators did in the last 730 days, the newest first. `search`: an act or a part of its words in your language, a day such as 2026-11-23 (UTC), the address or uid of an administrator, or the id of what it was done to.',
    input: auditRequest,
    output: z.strictObject({ rows: z.array(auditEntry), next }),
    run: ({ language }, request, services) => listAuditEntries(request, services, language),
  }),
};
