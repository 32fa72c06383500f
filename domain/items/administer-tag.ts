import { type Selectable, sql } from 'kysely';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Services } from '../../server/services.ts';
import type { By } from '../accounts/administer-account.ts';
import { recordAction } from '../audit/record-action.ts';
import { changeItem, moveAddress } from './change-items.ts';
import { endsOldTag, type TagAction, type TagActionReason } from './contract/tag-actions.ts';
import { newTagCode } from './contract/tag-code.ts';
import type { Owner } from './items.ts';
import { isTagBatchOf } from './own-tags.ts';
import { mailTagChange } from './tag-mails.ts';

/** Freezes a tag, unfreezes it, or retires it for ever, and tells its owner. Doing it again changes nothing and tells nobody. */
export function administerTag(
  by: By,
  { code, act, reason }: { code: string; act: TagAction; reason: TagActionReason },
  services: Services,
): Promise<'done' | 'no-tag' | 'retired'> {
  return withLockedTag(code, services, async (trx, publish, { status, frozenAt, item }) => {
    if (status === 'retired') return act === 'retire' ? 'done' : 'retired';
    if (act !== 'retire' && (act === 'freeze') === (frozenAt !== null)) return 'done';
    const now = sql<Date>`now()`;
    const after =
      act === 'retire' ? { status: 'retired' as const, retiredAt: now } : { frozenAt: act === 'freeze' ? now : null };
    await trx.updateTable('tags').set(after).where('code', '=', code).execute();
    await recordAction(trx, {
      by,
      act: `${act}Tag`,
      id: code,
      changes: { reason: [null, reason], state: [stateOfTag({ status, frozenAt }), stateAfter(act, status)] },
    });
    if (item) {
      await moveAddress(trx, publish, item.id);
      await mailTagChange(trx, { code, act, item }, services);
    }
    publish({ kind: 'tag', code });
    return 'done';
  });
}

function stateAfter(act: TagAction, status: TagStatus): TagStatus | 'frozen' {
  if (act === 'unfreeze') return status;
  return act === 'retire' ? 'retired' : 'frozen';
}

type LockedItem = { id: string; ownerId: string; name: string };

type LockedTag = Selectable<Tables['tags']> & { item: LockedItem | undefined };

type Work<Result> = (trx: Executor, publish: Publish, tag: LockedTag) => Promise<Result>;

/** Runs a transaction that has locked the item of a tag and then the tag, in the order of all who change both. */
async function withLockedTag<Result>(code: string, { events }: Services, work: Work<Result>) {
  for (;;) {
    const done = await events.transaction(async (trx, publish) => {
      const tag = await lockTag(trx, code);
      return typeof tag === 'string' ? tag : { result: await work(trx, publish, tag) };
    });
    if (done === 'no-tag') return done;
    if (done !== 'changed') return done.result;
  }
}

/** `changed`: it came onto an item, or its item went, while this waited. */
async function lockTag(trx: Executor, code: string): Promise<LockedTag | 'no-tag' | 'changed'> {
  const tags = trx.selectFrom('tags').selectAll().where('code', '=', code);
  const { itemId } = (await tags.executeTakeFirst()) ?? {};
  const items = trx
    .selectFrom('items')
    .select(['id', 'ownerId', 'name', 'deletedAt'])
    .where('id', '=', itemId ?? '');
  const item = itemId ? await items.forNoKeyUpdate().executeTakeFirst() : undefined;
  const tag = await tags.forNoKeyUpdate().executeTakeFirst();
  if (!tag) return 'no-tag';
  if (tag.itemId !== itemId) return 'changed';
  return { ...tag, item: item?.deletedAt === null ? item : undefined };
}

type TagStatus = Selectable<Tables['tags']>['status'];

function stateOfTag({ status, frozenAt }: { status: TagStatus; frozenAt: Date | null }): TagStatus | 'frozen' {
  return frozenAt ? 'frozen' : status;
}

type NotTaken = 'no-new-tag' | 'in-use' | 'frozen' | 'retired' | 'of-others';

type Replacement = { code: string; newCode?: string | undefined; reason: TagActionReason };

/** Puts an unassigned or new tag in the place of another, once. The old page still shows the item, unless it was misused. */
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
    const retired = ends && { status: 'retired' as const, retiredAt: now };
    const changed = { replacedBy: taken.code, replacedAt: now, ...retired };
    await trx.updateTable('tags').set(changed).where('code', '=', code).execute();
    await recordAction(trx, {
      by,
      act: 'replaceTag',
      id: code,
      changes: {
        reason: [null, reason],
        replacedBy: [null, taken.code],
        newTag: [newCode === undefined ? null : 'blank', 'active'],
        ...(ends && { state: [stateOfTag({ status, frozenAt }), 'retired'] }),
      },
    });
    await moveAddress(trx, publish, item.id);
    const leadsOn = status !== 'retired' && !ends;
    await mailTagChange(trx, { act: 'replace', code, newCode: taken.code, leadsOn, item }, services);
    return { state: 'replaced', code: taken.code };
  });
}

/** Puts a new tag in the place of one of the owner’s, which works no longer: the new one has to be printed. Twice is once. */
export function replaceOwnTag(owner: Owner, code: string, services: Services): Promise<{ code: string } | 'no-tag'> {
  return withLockedTag(code, services, async (trx, publish, { item, status, frozenAt, ...tag }) => {
    if (item?.ownerId !== owner.uid) return 'no-tag';
    if (tag.replacedBy) return { code: tag.replacedBy };
    if (status === 'retired' || frozenAt) return 'no-tag';
    const { code: replacedBy } = await makeTag(trx, item);
    const retired = { status: 'retired' as const, retiredAt: sql<Date>`now()`, replacedBy };
    await trx.updateTable('tags').set(retired).where('code', '=', code).execute();
    await moveAddress(trx, publish, item.id);
    await changeItem(owner, item.id, { printedAt: null }, trx, publish);
    return { code: replacedBy };
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
  const changes = { status: 'active' as const, itemId: id, activatedAt: sql<Date>`now()` };
  await trx.updateTable('tags').set(changes).where('code', '=', code).execute();
  return { code };
}
