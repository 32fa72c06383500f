import { sql } from 'kysely';
import { hashToken } from '../../server/auth/tokens.ts';
import { isoTimes, type PageRequest, readNewest } from '../../server/db/keyset.ts';
import { deleteOlder, hasChanged } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { AccountDeleted } from '../accounts/account-rows.ts';
import { eraseFiles } from '../files/stored-files.ts';
import { lockedItem, lockOwner } from '../items/change-items.ts';
import { isLost } from '../items/contract/item-state.ts';
import type { ItemSummary } from '../items/contract/schema.ts';
import type { Owner } from '../items/items.ts';
import { handedOverDays } from '../sharing/contract/schema.ts';
import { openInvitations, takenOver } from '../sharing/invitations.ts';
import { changeOwner } from './change-owner.ts';
import { handoverMails } from './handover-mails.ts';

type Accepted =
  | { state: 'accepted'; item: ItemSummary }
  /** `no-invitation` is said of an offer that never was, too. */
  | { state: 'no-invitation' | 'own-item.invitation' | 'lost-item.offered' };

/** Of several at the same moment one succeeds; said again by who has the item by now, it is answered again. */
export async function acceptHandover(user: Owner, token: string, services: Services): Promise<Accepted> {
  const secretHash = hashToken(token);
  const outcome = await services.events.transaction(async (trx, publish) => {
    const offered = await lockOffer(trx, user, secretHash);
    if (!offered) {
      const item = await takenOver(trx, user, secretHash);
      return item ? { state: 'accepted' as const, item, files: [] } : { state: 'no-invitation' as const };
    }
    const { id, createdAt, item } = offered;
    const giver = { uid: item.ownerId };
    if (giver.uid === user.uid) return { state: 'own-item.invitation' as const };
    if (isLost(item)) return { state: 'lost-item.offered' as const };
    const changed = await changeOwner(trx, publish, item, user);
    const row = { id, itemId: item.id, ownerId: giver.uid, itemName: item.name, secretHash, createdAt };
    await trx.insertInto('itemHandovers').values(row).execute();
    await handoverMails.handedOver(trx, { account: giver, item: item.name }, services);
    await handoverMails.takenOver(trx, { account: { uid: user.uid }, item: changed.item }, services);
    return { state: 'accepted' as const, ...changed };
  });
  if (outcome.state !== 'accepted') return outcome;
  const { files, ...accepted } = outcome;
  await eraseFiles(files, services);
  return accepted;
}

/** Locks the item with its offer, and before it both accounts and those that share it, as the deletion of an account does. */
async function lockOffer(trx: Executor, user: Owner, secretHash: string) {
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
  const item = await lockedItem(trx, { uid: offered.ownerId }, offered.itemId);
  // Whoever was before at the item may have used it up, or taken it back.
  const still = await open().forUpdate().executeTakeFirst();
  return item && still && { id: still.id, createdAt: still.createdAt, item };
}

/** A page of what the user handed over in the last 30 days and has not dismissed, the newest first. */
export function listHandedOver(user: Owner, request: PageRequest, { db, keys }: Services) {
  return readNewest({
    ...request,
    as: 'items',
    list: JSON.stringify(['handed-over', user.uid]),
    keys,
    rows: db
      .selectFrom('itemHandovers')
      .select(['id', 'itemName as name', 'acceptedAt as at'])
      .where('ownerId', '=', user.uid)
      .where('acceptedAt', '>', sql<Date>`now() - make_interval(days => ${handedOverDays})`),
    by: ['acceptedAt', 'id'],
    show: isoTimes,
  });
}

export async function dismissHandedOver(user: Owner, id: string, { db }: Services): Promise<boolean> {
  return hasChanged(db.deleteFrom('itemHandovers').where('id', '=', id).where('ownerId', '=', user.uid));
}

export function deleteOldHandovers({ db }: { db: Executor }): Promise<void> {
  return deleteOlder(db, 'item_handovers', 'accepted_at', handedOverDays);
}
