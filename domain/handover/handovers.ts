import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { hashToken, newToken } from '../../server/auth/token-hash.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { isLost } from '../items/contract/item-state.ts';
import { lockOwnItem } from '../items/items.ts';
import { mailInvitation } from '../notifications/invitation-mail.ts';
import { hashCode, invitationCode } from '../sharing/invitation-secret.ts';
import { after } from '../sharing/invitations.ts';
import { handedOverDays, handoverDays } from './contract/limits.ts';
import type { OpenHandover } from './contract/schema.ts';

type User = { uid: string };
type NotOffered = { state: 'no-item' | 'lost-item' };

/**
 * Offers the owner’s item to an address. It takes the place of an earlier offer. Nothing tells whether the address has an account, or wants
 * no invitations.
 */
export async function handOverByEmail(
  owner: User,
  { id: itemId, email, language }: { id: string; email: string; language: string },
  installation: Installation,
): Promise<{ state: 'offered' } | NotOffered> {
  return installation.events.transaction(async (trx, publish) => {
    const token = newToken();
    const offered = await offer(trx, owner, { itemId, email, secretHash: hashToken(token) });
    if (offered.state !== 'offered') return offered;
    const invitation = { purpose: 'handover', email, token, language, days: handoverDays } as const;
    await mailInvitation(trx, publish, invitation, installation);
    return { state: 'offered' };
  });
}

/** Makes a code with which one person takes the owner’s item over. It takes the place of an earlier offer. The same `key` makes one. */
export async function handOverByCode(
  owner: User,
  { id: itemId, key }: { id: string; key: string },
  { db, keys }: Installation,
): Promise<{ state: 'offered'; code: string; expiresAt: Date } | NotOffered> {
  const code = invitationCode('handover', `${owner.uid} ${itemId}`, key, keys);
  const secretHash = hashCode('handover', code, keys);
  const offered = await db.transaction().execute((trx) => offer(trx, owner, { itemId, email: null, secretHash }));
  return offered.state === 'offered' ? { ...offered, code } : offered;
}

type Offer = { itemId: string; email: string | null; secretHash: string };

async function offer(
  trx: Executor,
  owner: User,
  offered: Offer,
): Promise<{ state: 'offered'; expiresAt: Date } | NotOffered> {
  const { itemId, secretHash } = offered;
  if (!(await lockOwnItem(trx, owner, itemId))) return { state: 'no-item' };
  const item = trx.selectFrom('items').select(['lostAt', 'stolenAt', 'returnedAt']).where('id', '=', itemId);
  if (isLost(await item.executeTakeFirstOrThrow())) return { state: 'lost-item' };
  const earlier = await openHandoversOf(owner, itemId, trx)
    .select('expiresAt')
    .where('secretHash', '=', secretHash)
    .executeTakeFirst();
  if (earlier) return { state: 'offered', ...earlier };
  await deleteOpenHandovers(trx, itemId);
  await trx.deleteFrom('itemHandovers').where('secretHash', '=', secretHash).where('ownerId', '=', owner.uid).execute();
  const { expiresAt } = await trx
    .insertInto('itemHandovers')
    .values({ ...offered, id: randomUUID(), ownerId: owner.uid, expiresAt: after(handoverDays) })
    .onConflict((conflict) =>
      conflict.column('secretHash').doUpdateSet({ acceptedAt: sql<Date>`item_handovers.accepted_at` }),
    )
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  return { state: 'offered', expiresAt };
}

/** What waits to be accepted. A refused offer waits like any other: the owner is not told. */
export async function readHandover(owner: User, itemId: string, { db }: Installation): Promise<OpenHandover | null> {
  const row = await openHandoversOf(owner, itemId, db).select(['email', 'createdAt', 'expiresAt']).executeTakeFirst();
  if (!row) return null;
  const { email, createdAt, expiresAt } = row;
  return { email, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}

function openHandoversOf({ uid }: User, itemId: string, db: Executor) {
  return db
    .selectFrom('itemHandovers')
    .where('itemId', '=', itemId)
    .where('ownerId', '=', uid)
    .where('acceptedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`);
}

/** Takes back what waits to be accepted. Nothing to take back is no failure. @returns false when it is no item of the owner */
export async function cancelHandover(owner: User, itemId: string, { db }: Installation): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockOwnItem(trx, owner, itemId))) return false;
    await deleteOpenHandovers(trx, itemId);
    return true;
  });
}

export async function deleteOpenHandovers(trx: Executor, itemId: string): Promise<void> {
  await trx.deleteFrom('itemHandovers').where('itemId', '=', itemId).where('acceptedAt', 'is', null).execute();
}

/** Deletes offers that nobody accepted in time, and what was said about accepted ones. */
export async function deleteExpiredHandovers({ db }: { db: Executor }): Promise<void> {
  await db
    .deleteFrom('itemHandovers')
    .where('expiresAt', '<', sql<Date>`now()`)
    .where((row) =>
      row.or([
        row('acceptedAt', 'is', null),
        row('acceptedAt', '<', sql<Date>`now() - make_interval(days => ${handedOverDays})`),
      ]),
    )
    .execute();
}
