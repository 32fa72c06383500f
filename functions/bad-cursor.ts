import type { Refusal } from './define.ts';
import { refused } from './refused.ts';

/** A page, or the refusal of a cursor that leads to none: mangled, of another list, or somebody else's. */
export function orBadCursor<Page>(page: Page | 'bad-cursor'): Page | Refusal {
  return page === 'bad-cursor' ? refused('bad-cursor', { field: 'after' }) : page;
}
