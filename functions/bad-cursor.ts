import { Refusal } from './define.ts';

/** A page, or the refusal of a cursor that leads to none: mangled, of another list, or somebody else's. */
export function orBadCursor<Page>(page: Page | 'bad-cursor'): Page | Refusal {
  if (page !== 'bad-cursor') return page;
  const message = { key: 'error.badCursor' } as const;
  return new Refusal('invalid-argument', message, { fields: { after: message }, reason: 'bad-cursor' });
}
