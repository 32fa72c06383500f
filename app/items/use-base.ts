import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { itemQuery } from '../data/queries.ts';
import type { UnsentChange } from '../offline/unsent-changes.ts';
import { isChangedElsewhere } from './unsaved.ts';

type Typed = Pick<UnsentChange, 'itemId' | 'details' | 'facts'>;

/**
 * The item as its form began. When what was typed is refused because it changed elsewhere, `overtaken` is that, until it is sent again: the
 * next time it is compared with what stands there now.
 */
export function useBase(item: ItemSummary) {
  const client = useQueryClient();
  const [base, setBase] = useState(item);
  const [overtaken, setOvertaken] = useState<Typed>();
  /** What is not named stays as the form began: it was not changed here. */
  const rebase = (now: ItemSummary, { details, facts = {} }: Omit<Typed, 'itemId'>) =>
    setBase({ ...base, ...pick(now, details), facts: { ...base.facts, ...pick(now.facts, facts) } });
  const refuse = async (error: Error, typed: Omit<Typed, 'itemId'>) => {
    if (!isChangedElsewhere(error)) return;
    setOvertaken({ itemId: item.id, ...typed });
    rebase(await client.fetchQuery({ ...itemQuery(item.id), staleTime: 0 }), typed);
  };
  return { base, overtaken, rebase, refuse, clear: () => setOvertaken(undefined) };
}

function pick<Whole extends object>(whole: Whole, part: object): Partial<Whole> {
  const names = Object.keys(part) as (keyof Whole)[];
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Partial<Whole>;
}
