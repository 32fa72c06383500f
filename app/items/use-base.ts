import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { factNames, type ItemFacts } from '../../domain/items/contract/facts.ts';
import type { ItemDetails, ItemSummary } from '../../domain/items/contract/schema.ts';
import { isSameFact } from '../../domain/items/contract/seen-item.ts';
import { itemQuery } from '../data/queries.ts';
import { pick } from '../offline/pick.ts';
import type { UnsentChange } from '../unsent/kinds.ts';
import { isChangedElsewhere, withChange } from './unsaved.ts';

type Typed = Pick<UnsentChange, 'itemId' | 'details' | 'facts'>;

/**
 * The item as its form began. When what was typed is refused because it changed elsewhere, `overtaken` is that, until it is sent again: the
 * next time it is compared with what stands there now. What waited here and is now there as it was said is no change from elsewhere.
 */
export function useBase(item: ItemSummary, waiting: UnsentChange | undefined) {
  const client = useQueryClient();
  const [{ base, before }, setBegan] = useState(() => ({ base: item, before: withChange(item, waiting) }));
  const [overtaken, setOvertaken] = useState<Typed>();
  const delivered = { details: deliveredDetails(item, before, base), facts: deliveredFacts(item, before, base) };
  if (Object.keys({ ...delivered.details, ...delivered.facts }).length > 0)
    setBegan({ base: withNamed(base, item, delivered), before });
  /** What is not named stays as the form began: it was not changed here. */
  const rebase = (now: ItemSummary, named: Omit<Typed, 'itemId'>) =>
    setBegan((began) => ({ base: withNamed(began.base, now, named), before: withNamed(began.before, now, named) }));
  /** What was saved on this device alone. */
  const saved = ({ details, facts }: Omit<Typed, 'itemId'>) =>
    setBegan((began) => ({
      ...began,
      before: { ...began.before, ...details, facts: { ...began.before.facts, ...facts } },
    }));
  const refuse = async (error: Error, typed: Omit<Typed, 'itemId'>) => {
    if (!isChangedElsewhere(error)) return;
    setOvertaken({ itemId: item.id, ...typed });
    rebase(await client.fetchQuery({ ...itemQuery(item.id), staleTime: 0 }), typed);
  };
  // Beside what was refused stands what is there now.
  const compared = waiting?.refusal === 'aborted' ? withNamed(base, item, waiting) : base;
  return { base: compared, overtaken, rebase, saved, refuse, clear: () => setOvertaken(undefined) };
}

/** What is now on the server as it was said here: words of one’s own, which no other change stands behind. */
function deliveredDetails(now: ItemSummary, before: ItemSummary, base: ItemSummary): Partial<ItemDetails> {
  const names = (['name', 'category', 'note'] as const).filter(
    (name) => now[name] === before[name] && now[name] !== base[name],
  );
  return Object.fromEntries(names.map((name) => [name, now[name]]));
}

function deliveredFacts(now: ItemSummary, before: ItemSummary, base: ItemSummary): ItemFacts {
  const names = factNames.filter(
    (name) => isSameFact(now.facts[name], before.facts[name]) && !isSameFact(now.facts[name], base.facts[name]),
  );
  return pick(now.facts, Object.fromEntries(names.map((name) => [name, true])));
}

function withNamed(item: ItemSummary, now: ItemSummary, { details, facts = {} }: Omit<Typed, 'itemId'>): ItemSummary {
  return { ...item, ...pick(now, details), facts: { ...item.facts, ...pick(now.facts, facts) } };
}
