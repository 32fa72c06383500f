import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { hashToken, newToken } from '../../server/auth/token-hash.ts';
import { newestAfter, type PageRequest, readPage } from '../../server/db/keyset.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { lockOwnItem } from '../items/items.ts';
import { mailInvitation } from '../notifications/invitation-mail.ts';
import { invitationDays, maxOpenInvitations } from './contract/limits.ts';
import type { OpenInvitation } from './contract/schema.ts';
import { hashCode, invitationCode } from './invitation-secret.ts';

type User = { uid: string };
type TooMany = { state: 'no-item' } | { state: 'too-many' };

/**
 * Invites an address to share the item. A second invitation replaces the first. Nothing tells whether the address has an account, or
 * wants no invitations.
 */
export async function inviteByEmail(
  owner: User,
  { id: itemId, email, language }: { id: string; email: string; language: string },
  { events, ...installation }: Installation,
): Promise<{ state: 'invited' } | TooMany> {
  return events.transaction(async (trx, publish) => {
    if (!(await lockOwnItem(trx, owner, itemId))) return { state: 'no-item' };
    const token = newToken();
    const invitation = { secretHash: hashToken(token), expiresAt: after(invitationDays.email) };
    const again = await trx
      .updateTable('itemInvitations')
      .set({ ...invitation, createdAt: sql<Date>`now()`, acceptedAt: null, refusedAt: null })
      .where('itemId', '=', itemId)
      .where('email', '=', email)
      .executeTakeFirst();
    if (again.numUpdatedRows === 0n) {
      if (!(await hasRoom(trx, itemId))) return { state: 'too-many' };
      const row = { ...invitation, id: randomUUID(), itemId, ownerId: owner.uid, email };
      await trx.insertInto('itemInvitations').values(row).execute();
    }
    const days = invitationDays.email;
    await mailInvitation(trx, publish, { purpose: 'invitation', email, token, language, days }, installation);
    return { state: 'invited' };
  });
}

/** Makes a code that the owner hands over, for one person. The same `key` makes one. */
export async function makeInvitationCode(
  owner: User,
  { id: itemId, key }: { id: string; key: string },
  { events, keys }: Installation,
): Promise<{ state: 'made'; code: string; expiresAt: Date } | TooMany> {
  const code = invitationCode('invitation', itemId, key, keys);
  const secretHash = hashCode('invitation', code, keys);
  return events.transaction(async (trx) => {
    if (!(await lockOwnItem(trx, owner, itemId))) return { state: 'no-item' };
    const earlier = await trx
      .selectFrom('itemInvitations')
      .select('expiresAt')
      .where('secretHash', '=', secretHash)
      .where('itemId', '=', itemId)
      .executeTakeFirst();
    if (earlier) return { state: 'made', code, ...earlier };
    if (!(await hasRoom(trx, itemId))) return { state: 'too-many' };
    const made = await trx
      .insertInto('itemInvitations')
      .values({ id: randomUUID(), itemId, ownerId: owner.uid, secretHash, expiresAt: after(invitationDays.code) })
      .returning('expiresAt')
      .executeTakeFirstOrThrow();
    return { state: 'made', code, ...made };
  });
}

/** A page of the invitations to the owner’s item that nobody accepted, the newest first. A refused one stands there like any other. */
export async function listInvitations(
  owner: User,
  { id, ...request }: PageRequest & { id: string },
  { db, keys }: Installation,
): Promise<{ invitations: OpenInvitation[]; next?: string } | 'bad-cursor'> {
  const page = await readPage({
    ...request,
    list: JSON.stringify(['item-invitations', owner.uid, id]),
    keys,
    read: (position, limit) =>
      openInvitations(id, db)
        .select(['id', 'email', 'createdAt', 'expiresAt'])
        .where('ownerId', '=', owner.uid)
        .$call(newestAfter(position, limit))
        .execute(),
    positionOf: (row) => [row.exactly, row.id],
  });
  if (page === 'bad-cursor') return page;
  const { rows, ...rest } = page;
  const invitations = rows.map(({ id, email, createdAt, expiresAt }) => ({
    id,
    email,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
  return { invitations, ...rest };
}

/** @returns false when there is no such invitation of the owner that waits */
export async function cancelInvitation(owner: User, id: string, { db }: Installation): Promise<boolean> {
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

async function hasRoom(trx: Executor, itemId: string): Promise<boolean> {
  const open = await openInvitations(itemId, trx).select('id').limit(maxOpenInvitations).execute();
  return open.length < maxOpenInvitations;
}

function openInvitations(itemId: string, db: Executor) {
  return db
    .selectFrom('itemInvitations')
    .where('itemId', '=', itemId)
    .where('acceptedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`);
}

export function after(days: number) {
  return sql<Date>`now() + make_interval(days => ${days})`;
}
