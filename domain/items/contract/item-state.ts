import type { ToldLoss } from './loss.ts';

export const itemStates = ['kept', 'lost', 'stolen', 'returned'] as const;
export type ItemState = (typeof itemStates)[number];

type Times<Time> = { lostAt: Time | null; stolenAt: Time | null; returnedAt: Time | null };

export function stateOf({ lostAt, stolenAt, returnedAt }: Times<unknown>): ItemState {
  if (returnedAt !== null) return 'returned';
  if (stolenAt !== null) return 'stolen';
  return lostAt === null ? 'kept' : 'lost';
}

export function isLost(item: Times<unknown>): boolean {
  return isMissing(stateOf(item));
}

export function isMissing(state: ItemState): boolean {
  return state === 'lost' || state === 'stolen';
}

/** The times of an item that enters a state at `at`. A loss that turns out to be a theft goes on; a returned item keeps its `lostAt`. */
export function timesIn<Time>(state: ItemState, at: Time, { lostAt, stolenAt, returnedAt }: Times<Time>): Times<Time> {
  const before = { lostAt, stolenAt, returnedAt };
  if (stateOf(before) === state) return before;
  switch (state) {
    case 'kept':
      return { lostAt: null, stolenAt: null, returnedAt: null };
    case 'returned':
      return { ...before, returnedAt: at };
    case 'lost':
    case 'stolen':
      return { lostAt: (isLost(before) && lostAt) || at, stolenAt: state === 'stolen' ? at : null, returnedAt: null };
  }
}

export const nothingSaid: ToldLoss = { message: '', place: '', point: null, lastSeen: '', reference: '' };

export const lossNames = Object.keys(nothingSaid) as (keyof ToldLoss)[];

/** What finders read in a state: nothing of an item that is not missing. */
export function toldLossOf(latest: (ToldLoss & { state: ItemState }) | undefined): ToldLoss {
  if (!latest || !isMissing(latest.state)) return nothingSaid;
  const { message, place, point, lastSeen, reference } = latest;
  return { message, place, point, lastSeen, reference };
}

/** What administrators can limit the items to: what is deleted or archived is that, whatever else it is. */
export const administeredStates = [...itemStates, 'archived', 'deleted'] as const;

export type AdministeredState = (typeof administeredStates)[number];
