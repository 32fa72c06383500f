import { z } from 'zod';
import { categories } from './categories.ts';
import { type FactChange, type FactName, factNames, itemFacts } from './facts.ts';
import { isEqual } from './is-equal.ts';
import { type ItemState, isMissing, itemStates, stateOf } from './item-state.ts';
import { type Loss, type ToldLoss, toldLoss } from './loss.ts';
import type { ItemChange, ItemSummary } from './schema.ts';
import { lossNames } from './told-loss.ts';

/** What somebody saw of an item when they changed it. */
export const seenItem = z.strictObject({
  name: z.string(),
  category: z.enum(categories),
  note: z.string(),
  facts: itemFacts,
  state: z.enum(itemStates),
  /** Empty texts where the item was not missing. Without `loss` nothing is compared: the new words replace the earlier ones. */
  loss: toldLoss.optional(),
});

export type SeenItem = z.infer<typeof seenItem>;

/** Whether a field of the change is neither as it was seen nor as the change makes it. */
export function isOvertaken(seen: SeenItem, now: ItemSummary, { facts, ...details }: ItemChange): boolean {
  const names = ['name', 'category', 'note'] as const;
  const isOther = names.some((name) => details[name] !== undefined && ![seen[name], details[name]].includes(now[name]));
  return isOther || factNames.some((name) => isOtherFact(name, seen, now, facts));
}

/** Whether anything is other than it was seen. */
export function isChangedSince(seen: SeenItem, now: ItemSummary): boolean {
  const { name, category, note, facts } = seen;
  return isOvertaken(seen, now, { name, category, note, facts: allOf(facts) }) || stateOf(now) !== seen.state;
}

/** Whether entering the state would undo another that was entered meanwhile. What is missed now may always be said. */
export function isStateOvertaken(seen: SeenItem, now: ItemSummary, wanted: ItemState): boolean {
  const current = stateOf(now);
  if (current === seen.state || current === wanted) return false;
  return !isMissing(wanted) || isMissing(current) || isMissing(seen.state);
}

/** Whether words of the change are neither as they were seen nor as the change makes them. */
export function isLossOvertaken(seen: SeenItem, now: ToldLoss, said: Loss): boolean {
  const { loss } = seen;
  if (!loss) return false;
  return lossNames.some(
    (name) => said[name] !== undefined && ![loss[name], said[name]].some((each) => isEqual(each, now[name])),
  );
}

/** Whether the item went missing after it was seen. */
export function isMissingSince(seen: SeenItem, now: ItemSummary): boolean {
  return isMissing(stateOf(now)) && !isMissing(seen.state);
}

function isOtherFact(name: FactName, seen: SeenItem, now: ItemSummary, wanted: FactChange = {}): boolean {
  const fact = wanted[name];
  return fact !== undefined && ![seen.facts[name], fact].some((each) => isSameFact(each, now.facts[name]));
}

type Fact = { text: string; shown: boolean } | undefined;

/** An empty text is no fact. */
export function isSameFact(one: Fact, other: Fact): boolean {
  return (one?.text || other?.text ? one?.text === other?.text && one?.shown === other?.shown : true) ?? true;
}

function allOf(facts: SeenItem['facts']): FactChange {
  const none = { text: '', shown: false };
  return Object.fromEntries(factNames.map((name) => [name, facts[name] ?? none])) as FactChange;
}
