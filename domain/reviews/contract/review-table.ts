import { z } from 'zod';
import { tableRequest } from '../../lists/contract/table.ts';
import { reviewStates } from './schema.ts';

export const reviewsRequest = tableRequest(['time', 'stars']).extend({
  state: z.enum(reviewStates).default('waiting'),
});
