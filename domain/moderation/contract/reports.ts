import { z } from 'zod';
import { tableRequest } from '../../lists/contract/table.ts';

/** What came of a report or a request: `done` where nothing had to be done with the product; `spam` of a contact request only. */
const decisions = ['done', 'answered', 'closed', 'spam'] as const;

export type Decision = (typeof decisions)[number];

/** Who decided what, and when (ISO 8601). `by` is null when the account is gone. */
export const settled = z.strictObject({ at: z.string(), by: z.string().nullable(), decision: z.enum(decisions) });

export type Settled = z.infer<typeof settled>;

/** What a table of what people told can be limited to; `open`, what no administrator is done with, where nothing is asked for. */
const reportStates = ['open', 'done', 'all'] as const;

export type ReportState = (typeof reportStates)[number] | 'spam';

const state = z.enum(reportStates).default('open');

export const reportsRequest = tableRequest(['time', 'item']).extend({ state });
export const tagReportsRequest = tableRequest(['time', 'code']).extend({ state });
export const contactRequestsRequest = tableRequest(['time', 'email']).extend({
  state: z.enum([...reportStates, 'spam']).default('open'),
});
