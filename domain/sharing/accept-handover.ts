import type { Selectable } from 'kysely';
import { hashToken } from '../../server/auth/token-hash.ts';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { AccountDeleted } from '../accounts/account-rows.ts';
import { eraseFiles } from '../files/stored-files.ts';
import { isLost } from '../items/contract/item-state.ts';
import type { ItemSummary } from '../items/contract/schema.ts';
import { toSummary } from '../items/items.ts';
import { lockOwner } from '../items/owner-lock.ts';
import { mailHandedOver, mailTakenOver } from '../notifications/handover-mails.ts';
import { changeOwner } from './change-owner.ts';
import { openInvitations } from './invitations.ts';

type User = { uid: string };

type Accepted =
  | { state: 'accepted'; item: ItemSummary }
  /** `none` is said of an offer that never was, too. */
  | { state: 'none' | 'own-item' | 'lost-item' };

/**
 * Makes the item of an offer the user's, by the token of its link. Of several at the same moment one succeeds; said again by whoever has
 * the item by now, it is answered again.
 */
export async function acceptHandover(user: User, token: string, services: Services): Promise<Accepted> {
  const secretHash = hashToken(token);
  const outcome = await services.events.transaction(async (trx, publish) => {
    const offered = await lockOffer(trx, user, secretHash);
    if (!offered) {
      const item = await takenOver(trx, user, secretHash);
      return item ? { state: 'accepted' as const, item, files: [] } : { state: 'none' as const };
    }
    const { id, createdAt, item } = offered;
    const giver = { uid: item.ownerId };
    if (giver.uid === user.uid) return { state: 'own-item' as const };
    if (isLost(item)) return { state: 'lost-item' as const };
    const changed = await changeOwner(trx, publish, item, user);
    await trx
      .insertInto('itemHandovers')
      .values({ id, itemId: item.id, ownerId: giver.uid, itemName: item.name, secretHash, createdAt })
      .execute();
    await mailHandedOver(trx, giver.uid, item.name, services);
    await mailTakenOver(trx, user.uid, changed.item, services);
    publish({ kind: 'mail' });
    return { state: 'accepted' as const, ...changed };
  });
  if (outcome.state !== 'accepted') return outcome;
  const { files, ...accepted } = outcome;
  await eraseFiles(files, services);
  return accepted;
}

/** The item, when the user accepted the offer before: the answer may have been lost. */
export async function takenOver(db: Executor, { uid }: User, secretHash: string): Promise<ItemSummary | undefined> {
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

/** Locks the item with its offer, and before it both accounts and those that share it, as the deletion of an account does. */
async function lockOffer(
  trx: Executor,
  user: User,
  secretHash: string,
): Promise<{ id: string; createdAt: Date; item: Selectable<Tables['items']> } | undefined> {
  const open = () =>
    openInvitations(trx)
      .select(['id', 'itemId', 'ownerId', 'createdAt'])
      .where('secretHash', '=', secretHash)
      .where('purpose', '=', 'handover');
  const offered = await open().executeTakeFirst();
  if (!offered) return undefined;
  await lockOwner(trx, offered.itemId);
  // They are not deleted meanwhile.
  const kept = await trx
    .selectFrom('users')
    .select('uid')
    .where(({ eb, or }) =>
      or([
        eb('uid', 'in', [user.uid, offered.ownerId]),
        eb('uid', 'in', trx.selectFrom('itemMembers').select('uid').where('itemId', '=', offered.itemId)),
      ]),
    )
    .orderBy('uid')
    .forKeyShare()
    .execute();
  if (!kept.some(({ uid }) => uid === user.uid)) throw new AccountDeleted();
  const item = await trx
    .selectFrom('items')
    .selectAll()
    .where('id', '=', offered.itemId)
    .where('ownerId', '=', offered.ownerId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // Whoever was before at the item may have used it up, or taken it back.
  const still = await open().forUpdate().executeTakeFirst();
  return item && still && { id: still.id, createdAt: still.createdAt, item };
}
