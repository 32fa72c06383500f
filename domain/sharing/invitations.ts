import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { hashToken, newToken } from '../../server/auth/tokens.ts';
import { isoTimes, type PageRequest, readNewest } from '../../server/db/keyset.ts';
import { hasChanged } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { lockUser } from '../accounts/account-rows.ts';
import { lockedItem } from '../items/change-items.ts';
import { isLost } from '../items/contract/item-state.ts';
import type { ItemSummary } from '../items/contract/schema.ts';
import { type Owner, toSummary } from '../items/items.ts';
import {
  type InvitationPurpose,
  invitationDays,
  maxMembers,
  maxOpenInvitations,
  maxSharedItems,
  type SharedItem,
  type ShownInvitation,
} from './contract/schema.ts';
import { readSharedItem } from './shared-items.ts';

/** Invites one person by a link, of which only the hash is stored. A second offer of the item takes the place of the first. */
export async function makeInvitation(
  owner: Owner,
  { id: itemId, purpose }: { id: string; purpose: InvitationPurpose },
  { db }: Services,
): Promise<{ id: string; token: string; expiresAt: string } | 'no-item' | 'lost-item' | 'too-many-invitations'> {
  return db.transaction().execute(async (trx) => {
    const item = await lockedItem(trx, owner, itemId);
    if (!item) return 'no-item';
    if (purpose === 'handover') {
      if (isLost(item)) return 'lost-item';
      await trx.deleteFrom('itemInvitations').where('itemId', '=', itemId).where('purpose', '=', purpose).execute();
    } else {
      const waiting = openInvitations(trx).select('id').where('itemId', '=', itemId).where('purpose', '=', purpose);
      if ((await waiting.execute()).length >= maxOpenInvitations) return 'too-many-invitations';
    }
    const token = newToken();
    const row = { id: randomUUID(), itemId, ownerId: owner.uid, purpose, secretHash: hashToken(token) };
    const made = await trx
      .insertInto('itemInvitations')
      .values({ ...row, expiresAt: sql<Date>`now() + make_interval(days => ${invitationDays})` })
      .returning(['id', 'expiresAt'])
      .executeTakeFirstOrThrow();
    return isoTimes({ token, ...made });
  });
}

/** A page of the invitations to the owner’s item that nobody accepted, the newest first. */
export function listInvitations(owner: Owner, { id, ...request }: PageRequest & { id: string }, services: Services) {
  const rows = openInvitations(services.db)
    .select(['id', 'purpose', 'createdAt', 'expiresAt'])
    .where('itemId', '=', id)
    .where('ownerId', '=', owner.uid);
  const list = JSON.stringify(['item-invitations', owner.uid, id]);
  return readNewest({ ...request, as: 'invitations', list, keys: services.keys, rows, show: isoTimes });
}

export async function cancelInvitation(owner: Owner, id: string, { db }: Services): Promise<boolean> {
  return hasChanged(
    db
      .deleteFrom('itemInvitations')
      .where('id', '=', id)
      .where('ownerId', '=', owner.uid)
      .where('acceptedAt', 'is', null),
  );
}

export async function deleteExpiredInvitations({ db }: { db: Executor }): Promise<void> {
  await db.deleteFrom('itemInvitations').where('expiresAt', '<', sql<Date>`now()`).execute();
}

export function openInvitations(db: Executor) {
  return db.selectFrom('itemInvitations').where('acceptedAt', 'is', null).where('expiresAt', '>', sql<Date>`now()`);
}

type Refused = {
  state: /** Also of an invitation that never was. */
  'no-invitation' | 'own-item.invitation' | 'item-full' | 'account-full';
};

/** Shares the item of an invitation. Of several at the same moment one succeeds; who shares the item already uses up nothing. */
export async function acceptInvitation(
  user: Owner,
  token: string,
  services: Services,
): Promise<{ state: 'accepted'; item: SharedItem } | Refused> {
  const { state, itemId } = await services.events.transaction(async (trx, publish) => {
    const { state, itemId, ownerId } = await take(trx, user, hashToken(token));
    if (state === 'new') publish({ kind: 'sharing', uid: user.uid, itemId }, { kind: 'sharing', uid: ownerId, itemId });
    return { state, itemId };
  });
  if (state !== 'new' && state !== 'known') return { state };
  const item = await readSharedItem(user, itemId, services);
  return item ? { state: 'accepted', item } : { state: 'no-invitation' };
}

export async function readInvitation(user: Owner, token: string, { db }: Services): Promise<ShownInvitation | null> {
  const invitation = await db
    .selectFrom('itemInvitations')
    .innerJoin('items', 'items.id', 'itemInvitations.itemId')
    .leftJoin('itemMembers', (join) =>
      join.onRef('itemMembers.itemId', '=', 'items.id').on('itemMembers.uid', '=', user.uid),
    )
    .select(['purpose', 'acceptedAt', 'items.id', 'name', 'uid'])
    .where('secretHash', '=', hashToken(token))
    .where('expiresAt', '>', sql<Date>`now()`)
    .where('items.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!invitation) {
    const item = await takenOver(db, user, hashToken(token));
    return item ? { purpose: 'handover', item: { id: item.id, name: item.name } } : null;
  }
  const { purpose, acceptedAt, id, name, uid } = invitation;
  if (purpose === 'sharing' && uid !== null) return { purpose, item: { id, name } };
  return acceptedAt ? null : { purpose, item: null };
}

type Taken = { state: 'new' | 'known' | Refused['state']; itemId: string; ownerId: string };

async function take(trx: Executor, { uid }: Owner, secretHash: string): Promise<Taken> {
  // Users before items, as the deletion of an account locks them.
  await lockUser(trx, uid);
  const invitation = await trx
    .selectFrom('itemInvitations')
    .innerJoin('items', 'items.id', 'itemInvitations.itemId')
    .select(['itemInvitations.id', 'itemId', 'items.ownerId'])
    .where('secretHash', '=', secretHash)
    .where('purpose', '=', 'sharing')
    .where('expiresAt', '>', sql<Date>`now()`)
    .where('items.deletedAt', 'is', null)
    .forNoKeyUpdate('items')
    .executeTakeFirst();
  if (!invitation) return { state: 'no-invitation', itemId: '', ownerId: '' };
  const { itemId, ownerId } = invitation;
  if (ownerId === uid) return { state: 'own-item.invitation', itemId, ownerId };
  const members = await trx.selectFrom('itemMembers').select('uid').where('itemId', '=', itemId).execute();
  if (members.some((member) => member.uid === uid)) return { state: 'known', itemId, ownerId };
  // Whoever was before at the item may have used it up, and its owner may take it back at any moment.
  const open = await openInvitations(trx).select('id').where('id', '=', invitation.id).forUpdate().executeTakeFirst();
  if (!open) return { state: 'no-invitation', itemId, ownerId };
  if (members.length >= maxMembers) return { state: 'item-full', itemId, ownerId };
  const shared = trx
    .selectFrom('itemMembers')
    .innerJoin('items', 'items.id', 'itemMembers.itemId')
    .select('itemId')
    .where('uid', '=', uid)
    .where('deletedAt', 'is', null)
    .limit(maxSharedItems);
  if ((await shared.execute()).length >= maxSharedItems) return { state: 'account-full', itemId, ownerId };
  const changes = { acceptedAt: sql<Date>`now()` };
  await trx.updateTable('itemInvitations').set(changes).where('id', '=', invitation.id).execute();
  await trx.insertInto('itemMembers').values({ itemId, uid }).execute();
  return { state: 'new', itemId, ownerId };
}

/** The item, when the user accepted the offer before: the answer may have been lost. */
export async function takenOver(db: Executor, { uid }: Owner, secretHash: string): Promise<ItemSummary | undefined> {
  const item = await db
    .selectFrom('itemHandovers')
    .innerJoin('items', 'items.id', 'itemHandovers.itemId')
    .selectAll('items')
    .where('secretHash', '=', secretHash)
    .where('itemHandovers.ownerId', '!=', uid)
    .where('items.ownerId', '=', uid)
    .where('items.deletedAt', 'is', null)
    .executeTakeFirst();
  return item && toSummary(item);
}
