import { storageOf } from '../../../browser/storage.ts';
import { currentLocation } from './history.ts';

const prefix = 'scroll-place ';

/** The name of what is kept of a list or box, for as long as its entry of the history is there. */
export const scrollPlaceName = (what: string) => `${prefix}${currentLocation().key} ${what}`;

export function hasScrollPlace(): boolean {
  const names = storageOf('sessionStorage')?.names() ?? [];
  return names.some((name) => name.startsWith(scrollPlaceName('')));
}
