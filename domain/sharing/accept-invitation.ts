import { sql } from 'kysely';
import { hashToken } from '../../server/auth/token-hash.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { lockUser } from '../accounts/account-rows.ts';
import { takenOver } from './accept-handover.ts';
import { maxMembers, maxSharedItems } from './contract/limits.ts';
import type { SharedItem, ShownInvitation } from './contract/schema.ts';
import { openInvitations } from './invitations.ts';
import { readSharedItem } from './shared-items.ts';

type User = { uid: string };
type Refused = {
  state: /** Also of an invitation that never was. */ 'none' | 'own-item' | 'item-full' | 'account-full';
};

/**
 * Shares the item of an invitation with the user, by the token of its link. Of several at the same moment one succeeds; who shares the
 * item already uses up nothing.
 */
export async function acceptInvitation(
  user: User,
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
  return item ? { state: 'accepted', item } : { state: 'none' };
}

/** What somebody with the link may accept; null when it is over. */
export async function readInvitation(user: User, token: string, { db }: Services): Promise<ShownInvitation | null> {
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

async function take(trx: Executor, { uid }: User, secretHash: string): Promise<Taken> {
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
  if (!invitation) return { state: 'none', itemId: '', ownerId: '' };
  const { itemId, ownerId } = invitation;
  if (ownerId === uid) return { state: 'own-item', itemId, ownerId };
  const members = await trx.selectFrom('itemMembers').select('uid').where('itemId', '=', itemId).execute();
  if (members.some((member) => member.uid === uid)) return { state: 'known', itemId, ownerId };
  // Whoever was before at the item may have used it up, and its owner may take it back at any moment.
  const open = await openInvitations(trx).select('id').where('id', '=', invitation.id).forUpdate().executeTakeFirst();
  if (!open) return { state: 'none', itemId, ownerId };
  if (members.length >= maxMembers) return { state: 'item-full', itemId, ownerId };
  const shared = trx
    .selectFrom('itemMembers')
    .innerJoin('items', 'items.id', 'itemMembers.itemId')
    .select('itemId')
    .where('uid', '=', uid)
    .where('deletedAt', 'is', null)
    .limit(maxSharedItems);
  if ((await shared.execute()).length >= maxSharedItems) return { state: 'account-full', itemId, ownerId };
  await trx
    .updateTable('itemInvitations')
    .set({ acceptedAt: sql<Date>`now()` })
    .where('id', '=', invitation.id)
    .execute();
  await trx.insertInto('itemMembers').values({ itemId, uid }).execute();
  return { state: 'new', itemId, ownerId };
}
