import { sql } from 'kysely';
import { deleteInChunks } from '../../server/db/delete-in-chunks.ts';
import { comesAfter, exactTime, type PageRequest, readPage } from '../../server/db/keyset.ts';
import type { Services } from '../../server/services.ts';
import { type Owner, readItem } from '../items/items.ts';
import { type Scan, scanDays } from './contract/schema.ts';

/** A page of the scans of an item's tags, the newest first: those by robots, or all others. */
export async function listScans(
  owner: Owner,
  { itemId, robots, ...request }: PageRequest & { itemId: string; robots: boolean },
  services: Services,
): Promise<{ scans: Scan[]; next?: string } | 'bad-cursor' | 'no-item'> {
  const { db, keys } = services;
  if (!(await readItem(owner, itemId, services))) return 'no-item';
  const page = await readPage({
    ...request,
    list: JSON.stringify(['scans', owner.uid, itemId, robots]),
    keys,
    read: (position, limit) =>
      db
        .selectFrom('scans')
        .select(['id', 'tagCode', 'kind', 'scannedAt', exactTime('scannedAt').as('exactly')])
        .where('itemId', '=', itemId)
        .where('ownerId', '=', owner.uid)
        .where(sql<boolean>`(kind = 'robot') = ${robots}`)
        .where(comesAfter(position, 'scannedAt', 'id'))
        .orderBy('scannedAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    positionOf: ({ exactly, id }) => [exactly, id],
  });
  if (page === 'bad-cursor') return page;
  const { rows, ...rest } = page;
  const scans = rows.map(({ id, tagCode, kind, scannedAt }) => ({
    id,
    code: tagCode,
    kind,
    at: scannedAt.toISOString(),
  }));
  return { scans, ...rest };
}

export function deleteOldScans({ db }: Services): Promise<void> {
  const end = sql`now() - make_interval(days => ${scanDays})`;
  return deleteInChunks(db, { table: 'scans', time: sql`scanned_at`, end });
}
