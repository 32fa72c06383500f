import { isEqual } from '../../domain/items/contract/is-equal.ts';
import { stateOf } from '../../domain/items/contract/item-state.ts';
import type { ToldLoss } from '../../domain/items/contract/loss.ts';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import type { SeenItem } from '../../domain/items/contract/seen-item.ts';
import type { SaidOfItem } from '../unsent/kinds.ts';

/** The item as this device has it. It goes along with a change, and the server compares; `loss` only where the change is about a loss. */
export function seenOf(item: ItemSummary, loss?: ToldLoss): SeenItem {
  const { name, category, note, facts } = item;
  return { name, category, note, facts, state: stateOf(item), loss };
}

/** The item as it was seen, with those of the device’s own changes that the server has by now. */
export function withOwnChanges(seen: SeenItem, own: SaidOfItem[], now: SeenItem): SeenItem {
  const said = own.flatMap(({ details, change }) => [details, ...(change ? [{ state: change.state }] : [])]);
  const words = own.flatMap(({ change }) => change ?? []);
  const facts = own.flatMap(({ facts }) => facts ?? []);
  const emptied = facts.flatMap((each) => Object.entries(each).filter(([, fact]) => fact.text === ''));
  return {
    ...seen,
    ...shownOf(said, now),
    facts: { ...seen.facts, ...shownOf(facts, { ...Object.fromEntries(emptied), ...now.facts }) },
    loss: seen.loss && now.loss && { ...seen.loss, ...shownOf(words, now.loss) },
  };
}

/** The fields that are now as one of the changes made them. An empty fact is none. */
function shownOf<Whole extends object>(changes: Partial<Record<keyof Whole, unknown>>[], now: Whole): Partial<Whole> {
  const names = changes.flatMap((change) => Object.keys(change) as (keyof Whole)[]);
  const isShown = (name: keyof Whole) => name in now && changes.some((change) => isEqual(change[name], now[name]));
  return Object.fromEntries(names.filter(isShown).map((name) => [name, now[name]])) as Partial<Whole>;
}
