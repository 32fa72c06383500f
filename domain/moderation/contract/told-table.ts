import { z } from 'zod';
import { tableRequest } from '../../lists/contract/table.ts';

/** What a table of what people told can be limited to; `open`, what no administrator is done with, where nothing is asked for. */
const toldStates = ['open', 'done', 'all'] as const;

export type ToldState = (typeof toldStates)[number] | 'spam';

const state = z.enum(toldStates).default('open');

export const reportsRequest = tableRequest(['time', 'item']).extend({ state });
export const tagReportsRequest = tableRequest(['time', 'code']).extend({ state });
export const contactRequestsRequest = tableRequest(['time', 'email']).extend({
  state: z.enum([...toldStates, 'spam']).default('open'),
});
