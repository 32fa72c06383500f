import { sql } from 'kysely';
import { comesAfter, exactTime, type PageRequest, readPage } from '../../server/db/keyset.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { handedOverDays } from './contract/limits.ts';
import type { HandedOverItem } from './contract/schema.ts';

type User = { uid: string };

/** A page of what the user handed over in the last 30 days and has not dismissed, the newest first. */
export async function listHandedOver(
  user: User,
  request: PageRequest,
  { db, keys }: Services,
): Promise<{ items: HandedOverItem[]; next?: string } | 'bad-cursor'> {
  const page = await readPage({
    ...request,
    list: JSON.stringify(['handed-over', user.uid]),
    keys,
    read: (position, limit) =>
      db
        .selectFrom('itemHandovers')
        .select(['id', 'itemName', 'acceptedAt', exactTime('acceptedAt').as('exactly')])
        .where('ownerId', '=', user.uid)
        .where('acceptedAt', '>', sql<Date>`now() - make_interval(days => ${handedOverDays})`)
        .where(comesAfter(position, 'acceptedAt', 'id'))
        .orderBy('acceptedAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    positionOf: ({ exactly, id }) => [exactly, id],
  });
  if (page === 'bad-cursor') return page;
  const { rows, ...rest } = page;
  const items = rows.map(({ id, itemName, acceptedAt }) => ({
    id,
    name: itemName,
    at: acceptedAt.toISOString(),
  }));
  return { items, ...rest };
}

/** Forgets that the user handed an item over. @returns false when there is no such note of theirs */
export async function dismissHandedOver(user: User, id: string, { db }: Services): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('itemHandovers')
    .where('id', '=', id)
    .where('ownerId', '=', user.uid)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteOldHandovers({ db }: { db: Executor }): Promise<void> {
  await db
    .deleteFrom('itemHandovers')
    .where('acceptedAt', '<', sql<Date>`now() - make_interval(days => ${handedOverDays})`)
    .execute();
}
