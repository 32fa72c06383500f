import { isMissing } from '../../domain/items/contract/item-state.ts';
import type { Loss } from '../../domain/items/contract/loss.ts';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import type { SeenItem } from '../../domain/items/contract/seen-item.ts';
import { type CallFunction, callFunction } from '../data/call-function.ts';

/** The state that an item enters, with what is said of its loss. */
export type StateChange = { state: 'lost' | 'stolen' | 'returned' } & Loss;

export function enterState(
  id: string,
  { state, ...said }: StateChange,
  seen?: SeenItem,
  call: CallFunction = callFunction,
): Promise<ItemSummary> {
  if (state === 'lost') return call('markItemLost', { ...said, id, seen });
  return state === 'stolen' ? call('markItemStolen', { ...said, id, seen }) : call('markItemReturned', { id, seen });
}

/** One change for two that follow each other: a loss that goes on keeps what was said of it. */
export function joinChanges(before: StateChange | undefined, change: StateChange): StateChange {
  return before && isMissing(before.state) && isMissing(change.state) ? { ...before, ...change } : change;
}
