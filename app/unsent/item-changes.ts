import { isEqual } from '../../domain/items/contract/is-equal.ts';
import { isMissing } from '../../domain/items/contract/item-state.ts';
import type { SeenItem } from '../../domain/items/contract/seen-item.ts';
import { joinChanges, type StateChange } from '../offline/enter-state.ts';
import { pick } from '../offline/pick.ts';
import type { SaidOfItem, UnsentChange } from './kinds.ts';

/** The part of a refused change that a form shows again, and replaces when it is saved. */
export type Mended = 'details' | 'facts' | 'change';

type Said = Pick<UnsentChange, 'details' | 'facts' | 'change' | 'archived' | 'deleted'>;

export function stateChangeIn({ change, lost }: UnsentChange): StateChange | undefined {
  return change ?? (lost === undefined ? undefined : { state: lost ? 'lost' : 'returned' });
}

export function saidIn(unsent: UnsentChange): SaidOfItem {
  const { details, facts } = unsent;
  return { details, facts, change: stateChangeIn(unsent) };
}

export function isSameAs(unsent: UnsentChange, tried: SaidOfItem): boolean {
  return isEqual(saidIn(unsent), tried);
}

/** What was seen of each field before its first change. Only a change of the state has looked at the loss. */
export function firstSeen(before: UnsentChange, seen: SeenItem | undefined): SeenItem | undefined {
  const { details, facts = {}, archived, deleted, seen: first } = before;
  if (!first || !seen) return first;
  const stateFrom = stateChangeIn(before) || archived !== undefined || deleted !== undefined ? first : seen;
  return {
    ...seen,
    ...pick(first, details),
    facts: { ...seen.facts, ...pick(first.facts, facts) },
    state: stateFrom.state,
    loss: first.loss ?? seen.loss,
  };
}

/** The fields of `now` that `before` does not have, or has with another value. */
export function withoutSame(now: Said, before: Said): Said {
  const { details, facts, ...others } = now;
  const isOther = (one: object, other: object = {}) =>
    Object.fromEntries(Object.entries(one).filter(([name, value]) => !isEqual(value, Reflect.get(other, name))));
  return {
    details: isOther(details, before.details),
    facts: facts && isOther(facts, before.facts),
    change: isEqual(others.change, before.change) ? undefined : others.change,
    archived: others.archived === before.archived ? undefined : others.archived,
    deleted: others.deleted === before.deleted ? undefined : others.deleted,
  };
}

export function isEmptyChange({ details, facts = {}, change, archived, deleted }: Said): boolean {
  return (
    Object.keys({ ...details, ...facts }).length === 0 && !change && archived === undefined && deleted === undefined
  );
}

/** One change out of the refused one and the later one, for the pages of the item. */
export function joinRefused(refused: UnsentChange | undefined, later: UnsentChange | undefined) {
  if (!refused || !later) return later ?? refused;
  const [before, change] = [stateChangeIn(refused), stateChangeIn(later)];
  return {
    ...refused,
    ...later,
    refusal: later.deleted ? later.refusal : (later.refusal ?? refused.refusal),
    details: { ...refused.details, ...later.details },
    facts: { ...refused.facts, ...later.facts },
    change: change ? joinChanges(before, change) : before,
    archived: later.archived ?? refused.archived,
  };
}

/** The rest of a refused change after a new one replaced parts of it. A refused deletion is not repeated. */
export function leftOf(
  refused: UnsentChange | undefined,
  { details, facts, change, archived }: Pick<UnsentChange, 'details' | 'facts' | 'change' | 'archived'>,
  mends: Mended | undefined,
): UnsentChange | undefined {
  if (!refused) return undefined;
  const before = stateChangeIn(refused);
  const isOver = mends === 'change' || (change && !isMissing(change.state));
  const left = {
    ...refused,
    lost: undefined,
    deleted: undefined,
    details: mends === 'details' ? {} : without(refused.details, details),
    facts: mends === 'facts' ? undefined : without(refused.facts ?? {}, facts ?? {}),
    change: isOver ? undefined : before,
    archived: change ? undefined : archived === undefined ? refused.archived : undefined,
  };
  return isEmptyChange(left) ? undefined : left;
}

function without<Whole extends object>(whole: Whole, named: object): Whole {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !(name in named))) as Whole;
}
