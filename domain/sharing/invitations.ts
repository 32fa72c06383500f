import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { hashToken, newToken } from '../../server/auth/token-hash.ts';
import { newestAfter, type PageRequest, readPage } from '../../server/db/keyset.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { isLost } from '../items/contract/item-state.ts';
import { lockOwnItem } from '../items/items.ts';
import { invitationDays, maxOpenInvitations } from './contract/limits.ts';
import type { InvitationPurpose, OpenInvitation } from './contract/schema.ts';

type User = { uid: string };

/**
 * Invites one person to share the item, or to take it over, by a link that the owner sends; only its hash is stored. A second offer of
 * the item takes the place of the first.
 */
export async function makeInvitation(
  owner: User,
  { id: itemId, purpose }: { id: string; purpose: InvitationPurpose },
  { db }: Services,
): Promise<
  | { state: 'made'; id: string; token: string; expiresAt: Date }
  | { state: 'no-item' | 'lost-item' | 'too-many-invitations' }
> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockOwnItem(trx, owner, itemId))) return { state: 'no-item' };
    if (purpose === 'handover') {
      const item = trx.selectFrom('items').select(['lostAt', 'stolenAt', 'returnedAt']).where('id', '=', itemId);
      if (isLost(await item.executeTakeFirstOrThrow())) return { state: 'lost-item' };
      await trx.deleteFrom('itemInvitations').where('itemId', '=', itemId).where('purpose', '=', purpose).execute();
    } else {
      const waiting = openInvitations(trx).select('id').where('itemId', '=', itemId).where('purpose', '=', purpose);
      if ((await waiting.execute()).length >= maxOpenInvitations) return { state: 'too-many-invitations' };
    }
    const [id, token] = [randomUUID(), newToken()];
    const { expiresAt } = await trx
      .insertInto('itemInvitations')
      .values({
        id,
        itemId,
        ownerId: owner.uid,
        purpose,
        secretHash: hashToken(token),
        expiresAt: sql<Date>`now() + make_interval(days => ${invitationDays})`,
      })
      .returning('expiresAt')
      .executeTakeFirstOrThrow();
    return { state: 'made', id, token, expiresAt };
  });
}

/** A page of the invitations to the owner’s item that nobody accepted, the newest first. */
export async function listInvitations(
  owner: User,
  { id, ...request }: PageRequest & { id: string },
  { db, keys }: Services,
): Promise<{ invitations: OpenInvitation[]; next?: string } | 'bad-cursor'> {
  const page = await readPage({
    ...request,
    list: JSON.stringify(['item-invitations', owner.uid, id]),
    keys,
    read: (position, limit) =>
      openInvitations(db)
        .select(['id', 'purpose', 'createdAt', 'expiresAt'])
        .where('itemId', '=', id)
        .where('ownerId', '=', owner.uid)
        .$call(newestAfter(position, limit))
        .execute(),
    positionOf: (row) => [row.exactly, row.id],
  });
  if (page === 'bad-cursor') return page;
  const { rows, ...rest } = page;
  const invitations = rows.map(({ id, purpose, createdAt, expiresAt }) => ({
    id,
    purpose,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
  return { invitations, ...rest };
}

/** @returns false when there is no such invitation of the owner that waits */
export async function cancelInvitation(owner: User, id: string, { db }: Services): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('itemInvitations')
    .where('id', '=', id)
    .where('ownerId', '=', owner.uid)
    .where('acceptedAt', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteExpiredInvitations({ db }: { db: Executor }): Promise<void> {
  await db.deleteFrom('itemInvitations').where('expiresAt', '<', sql<Date>`now()`).execute();
}

export function openInvitations(db: Executor) {
  return db.selectFrom('itemInvitations').where('acceptedAt', 'is', null).where('expiresAt', '>', sql<Date>`now()`);
}
