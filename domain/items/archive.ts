import { sql } from 'kysely';
import type { Services } from '../../server/services.ts';
import type { Conflict } from '../conflicts/conflict.ts';
import type { ItemState } from './contract/item-state.ts';
import type { ItemSummary } from './contract/schema.ts';
import { changeAndAnnounce, changeInState, changeItem, type Owner } from './items.ts';

/** Takes the item off My Items; its tags say that they are not in use now. Archiving again changes nothing. */
export function archiveItem(
  owner: Owner,
  { id, state }: { id: string; state?: ItemState | undefined },
  services: Services,
): Promise<ItemSummary | Conflict | null> {
  const changes = { archivedAt: sql<Date>`coalesce(archived_at, now())` };
  return changeInState(owner, { id, state }, services, (trx, publish) => changeItem(owner, id, changes, trx, publish));
}

/** Puts an archived item back among those in use. */
export function unarchiveItem(owner: Owner, id: string, services: Services): Promise<ItemSummary | null> {
  return changeAndAnnounce(owner, id, { archivedAt: null }, services);
}
