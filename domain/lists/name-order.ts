import { type RawBuilder, sql } from 'kysely';
import type { SortColumn } from '../../server/db/keyset.ts';

/** Sorts “Ä” and “É” beside “A” and “E”, and names that begin alike beside each other. The same expression as in the indexes, which are used only then. */
export function nameOrder(name: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(folded(${name}) collate "C")`;
}

export function byName(name: RawBuilder<unknown>): SortColumn {
  return { column: nameOrder(name), type: 'text', isNameOrder: true };
}
