import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { defaultPageSize, maxCursorLength, maxPageSize } from './page-size.ts';

const noCursor = 'error.notACursor' satisfies PlainKey;

/** `after` is the `next` of the page before. */
export const pageRequest = z.object({
  after: z.string(noCursor).max(maxCursorLength, noCursor).optional(),
  limit: z
    .int()
    .min(1)
    .max(maxPageSize, 'error.pageTooLong' satisfies PlainKey)
    .default(defaultPageSize),
});

export const next = z.string().optional();
