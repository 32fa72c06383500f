import { z } from 'zod';
import { longestPage, usualPage } from './page-size.ts';

const noCursor = 'This is no cursor of ours.';

/** Which page of a list: the one after `after`, the `next` of the page before, or else the first. */
export const pageRequest = z.object({
  after: z.string(noCursor).max(1000, noCursor).optional(),
  limit: z.int().min(1).max(longestPage, `A page holds at most ${longestPage}.`).default(usualPage),
});

/** Where the next page begins; missing when this is the last. */
export const next = z.string().optional();
