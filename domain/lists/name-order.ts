import { type RawBuilder, sql } from 'kysely';
import type { SortColumn } from '../../server/db/keyset.ts';

/**
 * Sorts names as German dictionaries do, “Ä” beside “A”, and names that begin alike beside each other, in every database that knows capital
 * letters. More letters would cost too much where many rows are walked. The same expression as in the indexes, which are used only then.
 */
export function nameOrder(name: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(replace(translate(lower(${name}), 'äöü', 'aou'), 'ß', 'ss') collate "C")`;
}

export function byName(name: RawBuilder<unknown>): SortColumn {
  return { column: nameOrder(name), type: 'text', isNameOrder: true };
}
