import { randomUUID } from 'node:crypto';
import { type Expression, type Selectable, sql } from 'kysely';
import { type PageRequest, readNewest } from '../../server/db/keyset.ts';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { isOrderOf, lockUser } from '../accounts/account-rows.ts';
import { creationKeyOf } from '../accounts/contract/uid.ts';
import { toItemHash } from './contract/item-hash.ts';
import { maxUnassignedTags } from './contract/limits.ts';
import type { UnassignedTag, WaitingTag } from './contract/schema.ts';
import { newTagCode } from './contract/tag-code.ts';
import type { Owner } from './items.ts';

const rowsAtOnce = 1_000;

/**
 * Makes a batch of tags that are reserved for their owner. The same `key` makes only one batch.
 * @returns `left`: how many more there can be, because an account has at most 500 that are unassigned
 */
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
      const { blank } = await unassignedTagsOf(owner, trx)
        .select(({ fn }) => fn.countAll<string>().as('blank'))
        .executeTakeFirstOrThrow();
      const left = Math.max(0, maxUnassignedTags - Number(blank));
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

type NewTagBatch = { ownerId: string | null; orderId?: string; creationKey: string | null; count: number };

/** Makes a tag batch, in the transaction of its cause. */
export async function insertTagBatch(trx: Executor, { count, ...batch }: NewTagBatch): Promise<string> {
  const id = randomUUID();
  await trx
    .insertInto('tagBatches')
    .values({ id, ...batch, wanted: count, made: count, finishedAt: sql<Date>`now()` })
    .execute();
  for (let made = 0; made < count; made += rowsAtOnce) await insertTags(trx, id, Math.min(rowsAtOnce, count - made));
  return id;
}

/** Adds so many unassigned tags to a batch. */
export async function insertTags(trx: Executor, batch: string, count: number): Promise<void> {
  const codes = Array.from({ length: count }, newTagCode);
  await sql`
    insert into tags (code, status, batch_id)
    select code, 'blank', ${batch} from unnest(${codes}::text[]) as code`.execute(trx);
}

/** A page of the owner's unassigned tags, the newest first. */
export async function listUnassignedTags(
  owner: Owner,
  request: PageRequest,
  { db, keys }: Services,
): Promise<{ tags: WaitingTag[]; next?: string } | 'bad-cursor'> {
  return readNewest({
    ...request,
    keys,
    list: JSON.stringify(['blank-tags', owner.uid]),
    rows: waitingTagsOf(owner, db).select(['code', 'tags.createdAt', 'tagBatches.orderId']),
    as: 'tags',
    show: (row) => ({ ...toUnassignedTag(row), ordered: row.orderId !== null }),
    by: ['tags.createdAt', 'code'],
  });
}

/** Retires one of the owner's unassigned tags; its page says so for ever. */
export function retireUnassignedTag(owner: Owner, code: string, { events }: Services): Promise<boolean> {
  const ofOwner = sql`select id from tag_batches where ${isTagBatchOf(owner.uid)}`;
  const isUnassigned = sql<boolean>`(status = 'blank' and batch_id in (${ofOwner}))`;
  return retireWhere(code, isUnassigned, events);
}

function retireWhere(code: string, condition: Expression<boolean>, events: Services['events']): Promise<boolean> {
  return events.transaction(async (trx, publish) => {
    const { numUpdatedRows } = await trx
      .updateTable('tags')
      .set({ status: 'retired', retiredAt: sql<Date>`now()` })
      .where('code', '=', code)
      .where(condition)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) publish({ kind: 'tag', code });
    return numUpdatedRows > 0n;
  });
}

export function unassignedTagsOf(owner: Owner, db: Executor) {
  return db
    .selectFrom('tags')
    .innerJoin('tagBatches', 'tagBatches.id', 'tags.batchId')
    .where('tagBatches.ownerId', '=', owner.uid)
    .where('status', '=', 'blank');
}

/** Those that the owner made, and those that were packed for the owner's orders. */
function waitingTagsOf({ uid }: Owner, db: Executor) {
  return db
    .selectFrom('tags')
    .innerJoin('tagBatches', 'tagBatches.id', 'tags.batchId')
    .where(isTagBatchOf(uid))
    .where('status', '=', 'blank');
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
