import { type Selectable, sql } from 'kysely';
import { type PageRequest, readNewest } from '../../server/db/keyset.ts';
import { countRows, hasChanged } from '../../server/db/statements.ts';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { isOrderOf, lockUser } from '../accounts/account-rows.ts';
import { creationKeyOf } from '../accounts/contract/uid.ts';
import { toItemHash } from './contract/item-hash.ts';
import { maxUnassignedTags } from './contract/limits.ts';
import type { DisabledTags, ItemTag, UnassignedTag, WaitingTag } from './contract/schema.ts';
import { type Owner, readItem } from './items.ts';
import { insertTagBatch } from './make-tags.ts';

/** Makes a batch of tags reserved for their owner, once for a key. @returns `left`: how many more can be unassigned (500 at most) */
export async function makeUnassignedTags(
  owner: Owner,
  { count, key }: { count: number; key: string },
  { db }: Services,
): Promise<{ state: 'made'; batch: string; tags: UnassignedTag[] } | { state: 'too-many'; left: number }> {
  const creationKey = creationKeyOf(owner, key);
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, owner.uid);
    const earlier = await trx
      .selectFrom('tagBatches')
      .select('id')
      .where('creationKey', '=', creationKey)
      .executeTakeFirst();
    if (!earlier) {
      const left = Math.max(0, maxUnassignedTags - (await countRows(unassignedTagsOf(owner, trx))));
      if (count > left) return { state: 'too-many', left };
    }
    const batch = earlier?.id ?? (await insertTagBatch(trx, { ownerId: owner.uid, creationKey, count }));
    const tags = await trx
      .selectFrom('tags')
      .select(['code', 'createdAt'])
      .where('batchId', '=', batch)
      .orderBy('code')
      .execute();
    return { state: 'made', batch, tags: tags.map(toUnassignedTag) };
  });
}

/** A page of the owner's unassigned tags, the newest first: those that they made, and those that were packed for their orders. */
export function listUnassignedTags(owner: Owner, request: PageRequest, { db, keys }: Services) {
  return readNewest({
    ...request,
    as: 'tags',
    list: JSON.stringify(['blank-tags', owner.uid]),
    keys,
    rows: tagsInBatches(db).where(isTagBatchOf(owner.uid)).select(['code', 'tags.createdAt', 'tagBatches.orderId']),
    by: ['tags.createdAt', 'code'],
    show: (row): WaitingTag => ({ ...toUnassignedTag(row), ordered: row.orderId !== null }),
  });
}

/** A page of the tags on an item of the owner, the newest first. */
export async function listItemTags(
  owner: Owner,
  { itemId, ...request }: PageRequest & { itemId: string },
  services: Services,
) {
  const { db, keys } = services;
  if (!(await readItem(owner, itemId, services))) return 'no-item';
  return readNewest({
    ...request,
    as: 'tags',
    list: JSON.stringify(['item-tags', owner.uid, itemId]),
    keys,
    rows: db
      .selectFrom('tags')
      .select(['code', 'createdAt', 'activatedAt', state.as('state'), since.as('since')])
      .where('itemId', '=', itemId),
    by: ['createdAt', 'code'],
    show: ({ code, state, since, activatedAt, createdAt }): ItemTag => {
      const at = since ?? activatedAt ?? createdAt;
      return { code, state: since ? state : 'working', at: at.toISOString() };
    },
  });
}

/** Retires one of the owner's unassigned tags; its page says so for ever. */
export function retireUnassignedTag(owner: Owner, code: string, { events }: Services): Promise<boolean> {
  return events.transaction(async (trx, publish) => {
    const unassigned = trx.updateTable('tags').where('code', '=', code).where('status', '=', 'blank');
    const own = unassigned.where(
      sql<boolean>`batch_id in (select id from tag_batches where ${isTagBatchOf(owner.uid)})`,
    );
    const isRetired = await hasChanged(own.set({ status: 'retired', retiredAt: sql<Date>`now()` }));
    if (isRetired) publish({ kind: 'tag', code });
    return isRetired;
  });
}

export function unassignedTagsOf(owner: Owner, db: Executor) {
  return tagsInBatches(db).where('tagBatches.ownerId', '=', owner.uid);
}

function tagsInBatches(db: Executor) {
  return db.selectFrom('tags').innerJoin('tagBatches', 'tagBatches.id', 'tags.batchId').where('status', '=', 'blank');
}

/** Of rows of `tag_batches`: whether the account may use the tags without their activation codes. The pack of an order that ended before it was sent never comes. */
export function isTagBatchOf(uid: string) {
  const comes = sql`(shipped_at is not null or (cancelled_at is null and refunded_at is null))`;
  const orders = sql`select id from orders where ${isOrderOf(uid)} and ${comes}`;
  return sql<boolean>`(tag_batches.owner_id = ${uid} or tag_batches.order_id in (${orders}))`;
}

function toUnassignedTag({ code, createdAt }: Pick<Selectable<Tables['tags']>, 'code' | 'createdAt'>): UnassignedTag {
  return { code, hash: toItemHash(code), createdAt: createdAt.toISOString() };
}

const mostTold = 10;
const toldDays = 90;

/** What the operator did with the tags of an item, for its owner and those with whom it is shared; null for others. */
export async function readDisabledTags({ uid }: Owner, itemId: string, { db }: Services): Promise<DisabledTags | null> {
  const isMember = sql<boolean>`exists (select from item_members where item_id = items.id and uid = ${uid})`;
  const item = await db
    .selectFrom('items')
    .select('id')
    .where('id', '=', itemId)
    .where('deletedAt', 'is', null)
    .where(({ or, eb }) => or([eb('ownerId', '=', uid), isMember]))
    .executeTakeFirst();
  if (!item) return null;
  const tags = db.selectFrom('tags').where('itemId', '=', itemId);
  const working = await countRows(tags.where('status', '=', 'active').where('frozenAt', 'is', null));
  const rows = await tags
    .select(['code', 'replacedBy', state.as('state'), since.as('since')])
    .where(sql<boolean>`${since} is not null and not (status = 'retired' and ${isReplacedByOwner})`)
    .$if(working > 0, (query) =>
      query.where(sql<boolean>`(${state} = 'frozen' or ${since} > now() - make_interval(days => ${toldDays}))`),
    )
    .orderBy(since, 'desc')
    .limit(mostTold)
    .execute();
  return { working, stopped: rows.map(({ since: at, ...tag }) => ({ ...tag, at: at?.toISOString() ?? '' })) };
}

const isReplacedByOwner = sql`(replaced_by is not null and replaced_at is null)`;

const state = sql<'frozen' | 'retired' | 'replaced'>`case
  when status = 'retired' then 'retired' when frozen_at is not null then 'frozen' else 'replaced' end`;

const since = sql<Date | null>`case
  when status = 'retired' then retired_at when frozen_at is not null then frozen_at else replaced_at end`;
