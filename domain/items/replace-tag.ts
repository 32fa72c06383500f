import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { By } from '../accounts/administer-account.ts';
import { recordAction } from '../audit/record-action.ts';
import { tell } from '../notifications/tell.ts';
import { endsOldTag, type TagActionReason } from './contract/administered-tag.ts';
import { newTagCode } from './contract/tag-code.ts';
import { moveAddress } from './item-address.ts';
import { type LockedItem, stateOfTag, withLockedTag } from './lock-tag.ts';
import { isTagBatchOf } from './unassigned-tags.ts';

/** Why a tag cannot take the place of another. */
export type NotTaken = 'no-new-tag' | 'in-use' | 'frozen' | 'retired' | 'of-others';

export type Replacement = { code: string; newCode?: string | undefined; reason: TagActionReason };

/**
 * Puts an unassigned tag, or one that is made now, on an item in the place of another, and tells its owner. The page of the old one still shows
 * the item, so that whoever finds it reaches the owner; replaced because it is misused, it is retired. A tag is replaced once.
 */
export function replaceTag(
  by: By,
  { code, newCode, reason }: Replacement,
  services: Services,
): Promise<{ state: 'replaced'; code: string } | { state: 'is-replaced' | NotTaken } | 'no-item' | 'no-tag'> {
  return withLockedTag(code, services, async (trx, publish, { item, replacedBy, status, frozenAt }) => {
    if (!item) return 'no-item';
    if (replacedBy !== null)
      return newCode === replacedBy ? { state: 'replaced', code: replacedBy } : { state: 'is-replaced' };
    const taken = newCode === undefined ? await makeTag(trx, item) : await takeTag(trx, newCode, item);
    if ('state' in taken) return taken;
    const now = sql<Date>`now()`;
    const ends = endsOldTag(reason) && status !== 'retired';
    await trx
      .updateTable('tags')
      .set({ replacedBy: taken.code, replacedAt: now, ...(ends && { status: 'retired', retiredAt: now }) })
      .where('code', '=', code)
      .execute();
    await recordAction(trx, {
      by,
      act: 'replaceTag',
      subject: { kind: 'tag', id: code },
      changes: {
        reason: [null, reason],
        replacedBy: [null, taken.code],
        newTag: [newCode === undefined ? null : 'blank', 'active'],
        ...(ends && { state: [stateOfTag({ status, frozenAt }), 'retired'] }),
      },
    });
    await moveAddress(trx, publish, item.id);
    const leadsOn = status !== 'retired' && !ends;
    await tell(trx, 'tagReplaced', { code, newCode: taken.code, leadsOn, item }, services);
    publish({ kind: 'mail' });
    return { state: 'replaced', code: taken.code };
  });
}

async function makeTag(trx: Executor, { id }: LockedItem): Promise<{ code: string }> {
  const tag = { code: newTagCode(), status: 'active' as const, itemId: id, activatedAt: sql<Date>`now()` };
  await trx.insertInto('tags').values(tag).execute();
  return tag;
}

async function takeTag(
  trx: Executor,
  code: string,
  { id, ownerId }: LockedItem,
): Promise<{ code: string } | { state: NotTaken }> {
  const free = await trx
    .selectFrom('tags')
    .leftJoin('tagBatches', 'tagBatches.id', 'tags.batchId')
    .select(['status', 'frozenAt'])
    .select([isTagBatchOf(ownerId).as('isOwners'), sql<boolean>`owner_id is null and order_id is null`.as('isStock')])
    .where('code', '=', code)
    .forNoKeyUpdate('tags')
    .executeTakeFirst();
  if (!free) return { state: 'no-new-tag' };
  if (free.status === 'active') return { state: 'in-use' };
  if (free.status === 'retired') return { state: 'retired' };
  if (free.frozenAt) return { state: 'frozen' };
  if (!free.isOwners && !free.isStock) return { state: 'of-others' };
  await trx
    .updateTable('tags')
    .set({ status: 'active', itemId: id, activatedAt: sql<Date>`now()` })
    .where('code', '=', code)
    .execute();
  return { code };
}
