import type { Insertable } from 'kysely';
import { hasChanged } from '../../server/db/statements.ts';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import { takeEach } from '../../server/limits/limits.ts';
import type { Services } from '../../server/services.ts';
import { findAndLockUser, lockUser } from '../accounts/account-rows.ts';
import { creationKeyOf } from '../accounts/contract/uid.ts';
import { lockedItem, moveAddress } from './change-items.ts';
import type { ItemSummary, NewItem } from './contract/schema.ts';
import { factColumns, itemsOf, markPrinted, type Owner, toSummary } from './items.ts';
import { isTagBatchOf } from './own-tags.ts';
import { isActivationCode } from './tag-codes.ts';

export type Claimant = {
  user: Owner | null;
  /** A keyed hash of the claimant's network. */
  networkKey: string;
};

export type Claim = { code: string; activationCode?: string | undefined };

/** `wrong-code` is said of a tag that does not exist, too. */
export type NotClaimed =
  | { state: 'wrong-code' }
  /** `own` names the claimant's item that it is on. */
  | { state: 'taken'; own?: string }
  | { state: 'over-limit'; retryAfter: number };

/** Whether the claimant can activate the tag now. Wrong codes are counted for each tag, by network and from anywhere. */
export async function checkClaim(
  claimant: Claimant,
  claim: Claim,
  services: Services,
): Promise<{ state: 'free' } | NotClaimed> {
  const right = await mayClaim(claimant, claim, services);
  if (right.state !== 'free' || (right.status === 'blank' && !right.frozenAt)) return right;
  return taken(claimant, claim.code, services.db);
}

/** Activates a tag for a new item, whose id is the tag's code. The same `key` by the same user repeats the answer. */
export async function activateTag(
  claimant: Claimant & { user: Owner },
  { key, code, activationCode, facts, ...details }: Claim & NewItem & { key: string },
  services: Services,
): Promise<{ state: 'activated'; item: ItemSummary } | NotClaimed> {
  const right = await mayClaim(claimant, { code, activationCode }, services);
  if (right.state !== 'free') return right;
  const { uid } = claimant.user;
  const creationKey = creationKeyOf({ uid }, key);
  return services.events.transaction(async (trx, publish) => {
    await lockUser(trx, uid);
    if (await claimTag(trx, code, right.batch)) {
      const row = { id: code, ownerId: uid, creationKey, ...details, ...factColumns(facts) };
      return { state: 'activated', item: await putOnNewItem(trx, publish, row) };
    }
    const made = itemsOf(claimant.user, trx).selectAll().where('id', '=', code);
    const earlier = await made.where('creationKey', '=', creationKey).executeTakeFirst();
    return earlier ? { state: 'activated', item: toSummary(earlier) } : taken(claimant, code, trx);
  });
}

/** Activates a tag for an item of the user, which keeps its other tags. Repeating it changes nothing. */
export async function activateTagOnItem(
  claimant: Claimant & { user: Owner },
  { itemId, ...claim }: Claim & { itemId: string },
  services: Services,
): Promise<{ state: 'activated'; item: ItemSummary } | { state: 'no-item' } | NotClaimed> {
  const right = await mayClaim(claimant, claim, services);
  if (right.state !== 'free') return right;
  return services.events.transaction(async (trx, publish) => {
    // Deleting an item locks it before it retires its tags.
    const item = await lockedItem(trx, claimant.user, itemId);
    if (!item) return { state: 'no-item' };
    const activated = { state: 'activated' as const, item: toSummary(item) };
    if (await claimTag(trx, claim.code, right.batch)) {
      await attach(trx, publish, claim.code, itemId);
      await markPrinted(claimant.user, [claim.code], trx);
      await moveAddress(trx, publish, itemId);
      return { ...activated, item: toSummary((await lockedItem(trx, claimant.user, itemId)) ?? item) };
    }
    const isOnIt = await trx
      .selectFrom('tags')
      .select('code')
      .where('code', '=', claim.code)
      .where('itemId', '=', itemId)
      .where('status', '=', 'active')
      .executeTakeFirst();
    return isOnIt ? activated : taken(claimant, claim.code, trx);
  });
}

/** Makes an item of a reserved tag that a finder holds, unless that happened meanwhile or the account is deleted. */
export async function makeUnnamedItem(
  { code, ownerId, name }: { code: string; ownerId: string; name: string },
  { events }: Services,
): Promise<void> {
  await events.transaction(async (trx, publish) => {
    // Deleting an account locks it before its tags.
    if (!(await findAndLockUser(trx, ownerId))) return;
    const batch = await trx
      .selectFrom('tags')
      .innerJoin('tagBatches', 'tagBatches.id', 'tags.batchId')
      .select('tagBatches.id')
      .where('code', '=', code)
      .where('ownerId', '=', ownerId)
      .executeTakeFirst();
    if (!batch || !(await claimTag(trx, code, batch.id))) return;
    const creationKey = creationKeyOf({ uid: ownerId }, `unnamed:${code}`);
    await putOnNewItem(trx, publish, { id: code, ownerId, creationKey, name, category: 'other', note: '' });
  });
}

type Right = { state: 'free'; status: Tables['tags']['status']; frozenAt: Date | null; batch: string };

/** Asks the same of the database whether or not there is such a tag. */
async function mayClaim(
  { user, networkKey }: Claimant,
  { code, activationCode }: Claim,
  { db, keys, limits }: Services,
): Promise<Right | Exclude<NotClaimed, { state: 'taken' }>> {
  const counts = [
    ['activation-tag-network', `${code}.${networkKey}`],
    ['activation-tag', code],
  ] as const;
  const isGiven = activationCode !== undefined;
  const matches = isActivationCode(code, activationCode ?? '', keys);
  const { allowed, retryAfter } = await takeEach(limits, isGiven ? counts : []);
  if (!allowed) return { state: 'over-limit', retryAfter };
  const tag = await db
    .selectFrom('tags')
    .innerJoin('tagBatches', 'tagBatches.id', 'tags.batchId')
    .select(['status', 'frozenAt', 'tagBatches.id as batch', 'ownerId', isTagBatchOf(user?.uid ?? '').as('isOwn')])
    .where('code', '=', code)
    .executeTakeFirst();
  const isOwn = user !== null && tag?.isOwn === true;
  const isStock = tag?.ownerId === null && matches;
  if (!tag || tag.status === 'retired' || !(isOwn || isStock)) return { state: 'wrong-code' };
  for (const [name, key] of isGiven ? counts : []) await limits.putBack(name, key);
  return { state: 'free', status: tag.status, frozenAt: tag.frozenAt, batch: tag.batch };
}

async function taken({ user }: Claimant, code: string, db: Executor): Promise<Extract<NotClaimed, { state: 'taken' }>> {
  const own = await itemsOf({ uid: user?.uid ?? '' }, db)
    .innerJoin('tags', 'tags.itemId', 'items.id')
    .select('name')
    .where('code', '=', code)
    .executeTakeFirst();
  return { state: 'taken', ...(own && { own: own.name }) };
}

/** Of several at the same moment one succeeds. */
async function claimTag(trx: Executor, code: string, batch: string): Promise<boolean> {
  return hasChanged(
    trx
      .updateTable('tags')
      .set({ status: 'active', activatedAt: new Date() })
      .where('code', '=', code)
      .where('batchId', '=', batch)
      .where('status', '=', 'blank')
      .where('frozenAt', 'is', null),
  );
}

async function putOnNewItem(trx: Executor, publish: Publish, item: Insertable<Tables['items']>): Promise<ItemSummary> {
  const row = { ...item, printedAt: new Date() };
  const added = await trx.insertInto('items').values(row).returningAll().executeTakeFirstOrThrow();
  await attach(trx, publish, item.id, item.id);
  return toSummary(added);
}

async function attach(trx: Executor, publish: Publish, code: string, itemId: string): Promise<void> {
  await trx.updateTable('tags').set({ itemId }).where('code', '=', code).execute();
  publish({ kind: 'tag', code });
}
