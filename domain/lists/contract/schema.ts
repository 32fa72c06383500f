import { z } from 'zod';
import type { PlainKey } from '../../../language/words.ts';
import { defaultPageSize, maxCursorLength, maxPageSize } from './page-size.ts';

const noCursor = 'error.notACursor' satisfies PlainKey;

/** Which page of a list: the one after `after`, the `next` of the page before, or else the first. */
export const pageRequest = z.object({
  after: z.string(noCursor).max(maxCursorLength, noCursor).optional(),
  limit: z
    .int()
    .min(1)
    .max(maxPageSize, 'error.pageTooLong' satisfies PlainKey)
    .default(defaultPageSize),
});

/** Where the next page begins; missing when this is the last. */
export const next = z.string().optional();
