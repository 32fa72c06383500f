import { sql } from 'kysely';
import { hashToken } from '../../server/auth/token-hash.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { lockUser } from '../accounts/account-rows.ts';
import { type Guesser, takeTry } from './code-tries.ts';
import { maxMembers, maxSharedItems } from './contract/limits.ts';
import type { SharedItem } from './contract/schema.ts';
import { readInvitation } from './invitation-secret.ts';
import { readSharedItem } from './shared-items.ts';

type Accepted =
  | { state: 'accepted'; item: SharedItem }
  /** `none` is said of an invitation that never was, too. */
  | { state: 'none' | 'own-item' | 'item-full' | 'account-full' }
  | { state: 'over-limit'; retryAfter: number };

/**
 * Shares the item of an invitation with the user: by the token of its mail or by its code. Of several at the same moment one succeeds; who
 * shares the item already uses up nothing. Wrong codes are counted for each account and each network.
 */
export async function acceptInvitation(user: Guesser, typed: string, installation: Installation): Promise<Accepted> {
  const { isCode, secretHash } = readInvitation('invitation', typed, installation.keys);
  const tries = await takeTry(user, isCode, installation);
  if (tries.state === 'over-limit') return tries;
  const outcome = await installation.events.transaction(async (trx, publish) => {
    const { state, itemId, ownerId } = await take(trx, user, secretHash);
    if (state === 'new') publish({ kind: 'sharing', uid: user.uid, itemId }, { kind: 'sharing', uid: ownerId, itemId });
    return { state, itemId };
  });
  if (outcome.state === 'none') return { state: 'none' };
  await tries.putBack();
  if (outcome.state !== 'new' && outcome.state !== 'known') return { state: outcome.state };
  const item = await readSharedItem(user, outcome.itemId, installation);
  return item ? { state: 'accepted', item } : { state: 'none' };
}

/** The item of a mailed invitation, for somebody who shares it already; null for everybody else, whatever the token. */
export async function readItemOfInvitation(
  user: { uid: string },
  token: string,
  { db }: Installation,
): Promise<SharedItem | null> {
  const invitation = await db
    .selectFrom('itemInvitations')
    .select('itemId')
    .where('secretHash', '=', hashToken(token))
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return invitation ? readSharedItem(user, invitation.itemId, { db }) : null;
}

type Taken = {
  state: 'new' | 'known' | Exclude<Accepted['state'], 'accepted' | 'over-limit'>;
  itemId: string;
  ownerId: string;
};

async function take(trx: Executor, { uid }: Guesser, secretHash: string): Promise<Taken> {
  // Users before items, as the deletion of an account locks them.
  await lockUser(trx, uid);
  const invitation = await trx
    .selectFrom('itemInvitations')
    .innerJoin('items', 'items.id', 'itemInvitations.itemId')
    .select(['itemInvitations.id', 'itemId', 'items.ownerId'])
    .where('secretHash', '=', secretHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .where('items.deletedAt', 'is', null)
    .forNoKeyUpdate('items')
    .executeTakeFirst();
  if (!invitation) return { state: 'none', itemId: '', ownerId: '' };
  const { itemId, ownerId } = invitation;
  if (ownerId === uid) return { state: 'own-item', itemId, ownerId };
  const members = await trx.selectFrom('itemMembers').select('uid').where('itemId', '=', itemId).execute();
  if (members.some((member) => member.uid === uid)) return { state: 'known', itemId, ownerId };
  // Whoever was before at the item may have used it up.
  const open = await trx
    .selectFrom('itemInvitations')
    .select('id')
    .where('id', '=', invitation.id)
    .where('acceptedAt', 'is', null)
    .where('refusedAt', 'is', null)
    .executeTakeFirst();
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
