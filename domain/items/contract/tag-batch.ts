import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { tableRequest } from '../../lists/contract/table.ts';
import { lineUpTo, textUpTo, wholeNumber } from '../../texts/contract/typed-values.ts';
import { maxTagBatchName, maxTagBatchNote, maxTagsOfBatch } from './limits.ts';

const wrongCount = 'tagAdmin.countWrong' satisfies PlainKey;

export const newTagBatch = z.object({
  count: wholeNumber(1, maxTagsOfBatch, wrongCount),
  name: lineUpTo(maxTagBatchName, 'tagAdmin.nameTooLong').default(''),
  note: textUpTo(maxTagBatchNote, 'tagAdmin.noteTooLong').default(''),
});

export const tagBatchesRequest = tableRequest(['created', 'count']);

/** `made` of `count` tags are there; `stopped`: there will be no more. Times are ISO 8601. */
export const tagBatch = z.strictObject({
  id: z.string(),
  name: z.string(),
  note: z.string(),
  count: z.int(),
  made: z.int(),
  state: z.enum(['making', 'made', 'stopped']),
  createdAt: z.string(),
  order: z.strictObject({ id: z.string(), number: z.int() }).nullable(),
});
export type TagBatch = z.infer<typeof tagBatch>;

export const tagBatchDetails = tagBatch.extend({ blank: z.int(), active: z.int(), retired: z.int(), frozen: z.int() });
