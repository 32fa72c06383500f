import { type ItemState, isMissing } from './item-state.ts';
import type { ToldLoss } from './loss.ts';

/** Of an item that is not missing. */
export const nothingSaid: ToldLoss = { message: '', place: '', point: null, lastSeen: '', reference: '' };

export const lossNames = Object.keys(nothingSaid) as (keyof ToldLoss)[];

/** What finders read in a state: nothing of an item that is not missing. */
export function toldLossOf(latest: (ToldLoss & { state: ItemState }) | undefined): ToldLoss {
  if (!latest || !isMissing(latest.state)) return nothingSaid;
  const { message, place, point, lastSeen, reference } = latest;
  return { message, place, point, lastSeen, reference };
}
