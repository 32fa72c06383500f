import { sql } from 'kysely';
import type { Installation } from '../../server/installation.ts';
import type { ItemSummary } from './contract/schema.ts';
import { isMissingSince, type SeenItem } from './contract/seen-item.ts';
import { changeAndAnnounce, changeItem, changeUnless, type Owner } from './items.ts';

/**
 * Takes the item off My Items; its tags say that they are not in use now. Archiving again changes nothing.
 * @returns 'overtaken' when it went missing after it was `seen`
 */
export function archiveItem(
  owner: Owner,
  { id, seen }: { id: string; seen?: SeenItem | undefined },
  installation: Installation,
): Promise<ItemSummary | 'overtaken' | null> {
  const changes = { archivedAt: sql<Date>`coalesce(archived_at, now())` };
  return changeUnless(
    owner,
    id,
    (now) => seen !== undefined && isMissingSince(seen, now),
    (trx, publish) => changeItem(owner, id, changes, trx, publish),
    installation,
  );
}

/** Puts an archived item back among those in use. */
export function unarchiveItem(owner: Owner, id: string, installation: Installation): Promise<ItemSummary | null> {
  return changeAndAnnounce(owner, id, { archivedAt: null }, installation);
}
