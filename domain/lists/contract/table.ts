import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { lineUpTo } from '../../texts/contract/typed-values.ts';
import { maxTableSearch } from './page-size.ts';
import { pageRequest } from './schema.ts';

/** A page of a table of administration. The first of `sorts` is the one where none is asked for. */
export function tableRequest<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) {
  return pageRequest.extend({ ...tableOrder(sorts) });
}

export function tableOrder<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) {
  const searchTooLong = 'table.searchTooLong' satisfies PlainKey;
  return {
    search: lineUpTo(maxTableSearch, searchTooLong).default(''),
    sort: z.enum(sorts).default(sorts[0] as NoInfer<Sorts>[number]),
    ascending: z.boolean().default(false),
  };
}
