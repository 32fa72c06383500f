import { sql } from 'kysely';
import type { Installation } from '../../server/installation.ts';
import type { ItemSummary } from './contract/schema.ts';
import { changeAndAnnounce, type Owner } from './items.ts';

/** Takes the item off My Items; its tags say that they are not in use now. Archiving again changes nothing. */
export function archiveItem(owner: Owner, id: string, installation: Installation): Promise<ItemSummary | null> {
  return changeAndAnnounce(owner, id, { archivedAt: sql<Date>`coalesce(archived_at, now())` }, installation);
}

/** Puts an archived item back among those in use. */
export function unarchiveItem(owner: Owner, id: string, installation: Installation): Promise<ItemSummary | null> {
  return changeAndAnnounce(owner, id, { archivedAt: null }, installation);
}
