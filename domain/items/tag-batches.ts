import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Page } from '../../server/db/keyset.ts';
import type { AuditChanges } from '../../server/db/tables/audit.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { By } from '../accounts/administer-account.ts';
import { recordAction } from '../audit/record-action.ts';
import { foldedStartOf, readTable, type TableRequest } from '../lists/read-table.ts';
import type { newTagBatch, TagBatch, tagBatchDetails } from './contract/tag-batch.ts';
import { insertTags } from './unassigned-tags.ts';

/** In one transaction, so short that nobody waits for it. */
const tagsAtOnce = 500;

/** Begins a batch of tags for whoever has their activation codes. The same `key` of an administrator begins one batch. */
export async function makeTagBatch(
  by: By,
  { count, name, note, key }: z.output<typeof newTagBatch> & { key: string },
  { events }: Services,
): Promise<{ id: string }> {
  const creationKey = `administrator:${by?.uid ?? ''}:${key}`;
  return events.transaction(async (trx, publish) => {
    const batch = await trx
      .insertInto('tagBatches')
      .values({ id: randomUUID(), ownerId: null, creationKey, name, note, wanted: count })
      .onConflict((conflict) => conflict.column('creationKey').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!batch)
      return trx.selectFrom('tagBatches').select('id').where('creationKey', '=', creationKey).executeTakeFirstOrThrow();
    await record(trx, by, 'makeTagBatch', batch.id, { count: [null, count], state: [null, 'making'] });
    publish({ kind: 'tag-batch' });
    return batch;
  });
}

/** Makes a whole batch now, as a command on the server does. */
export async function makeStockTags(count: number, services: Services): Promise<{ batch: string }> {
  const { id } = await makeTagBatch(null, { count, name: '', note: '', key: randomUUID() }, services);
  while (await makeSomeTags(id, services));
  return { batch: id };
}

/** The batch that waits longest for tags. */
export function findWaitingTagBatch({ db }: Pick<Services, 'db'>): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('tagBatches')
    .select('id')
    .where('finishedAt', 'is', null)
    .where('cancelledAt', 'is', null)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst();
}

/** Makes the next tags of a batch: they and their count are written together or not at all. @returns whether there are more to make */
export function makeSomeTags(id: string, { db }: Pick<Services, 'db'>): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const batch = await trx
      .selectFrom('tagBatches')
      .select(['wanted', 'made'])
      .where('id', '=', id)
      .where('finishedAt', 'is', null)
      .where('cancelledAt', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!batch) return false;
    const count = Math.min(tagsAtOnce, batch.wanted - batch.made);
    await insertTags(trx, id, count);
    const made = batch.made + count;
    const finishedAt = made === batch.wanted ? sql<Date>`now()` : null;
    await trx.updateTable('tagBatches').set({ made, finishedAt }).where('id', '=', id).execute();
    return finishedAt === null;
  });
}

/** Makes no more tags of the batch. Those that were made stay: one of them may be printed already. */
export function cancelTagBatch(by: By, id: string, { db }: Services): Promise<'done' | 'no-batch'> {
  return db.transaction().execute(async (trx) => {
    const batch = await trx
      .selectFrom('tagBatches')
      .select(['wanted', 'made', 'finishedAt', 'cancelledAt'])
      .where('id', '=', id)
      .where('ownerId', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!batch) return 'no-batch';
    if (batch.finishedAt || batch.cancelledAt) return 'done';
    await trx.updateTable('tagBatches').set({ cancelledAt: sql<Date>`now()` }).where('id', '=', id).execute();
    await record(trx, by, 'cancelTagBatch', id, { count: [batch.wanted, batch.made], state: ['making', 'stopped'] });
    return 'done';
  });
}

/** A page of the batches that are not an owner's. Searched for is the start of a name, an id, or the number of an order. */
export async function listTagBatches(
  request: TableRequest<'created' | 'count'>,
  { db, keys }: Pick<Services, 'db' | 'keys'>,
): Promise<Page<TagBatch> | 'bad-cursor'> {
  const page = await readTable(request, {
    name: 'tag-batches',
    keys,
    sorts: {
      created: { column: 'tagBatches.createdAt', type: 'timestamptz' },
      count: { column: 'wanted', type: 'bigint' },
    },
    rows: selectTagBatches(db),
    idColumn: 'tagBatches.id',
    search: { fitting, db },
  });
  return page === 'bad-cursor' ? page : { ...page, rows: page.rows.map(toTagBatch) };
}

export async function readTagBatch(
  id: string,
  { db }: Pick<Services, 'db'>,
): Promise<z.infer<typeof tagBatchDetails> | undefined> {
  const row = await selectTagBatches(db).where('tagBatches.id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const counted = await db
    .selectFrom('tags')
    .select(({ fn }) => [
      fn.countAll<string>().filterWhere('status', '=', 'blank').as('blank'),
      fn.countAll<string>().filterWhere('status', '=', 'active').as('active'),
      fn.countAll<string>().filterWhere('status', '=', 'retired').as('retired'),
      fn.countAll<string>().filterWhere('frozenAt', 'is not', null).as('frozen'),
    ])
    .where('batchId', '=', id)
    .executeTakeFirstOrThrow();
  const { blank, active, retired, frozen } = counted;
  const counts = { blank: Number(blank), active: Number(active), retired: Number(retired), frozen: Number(frozen) };
  return { ...toTagBatch(row), ...counts };
}

function selectTagBatches(db: Executor) {
  return db
    .selectFrom('tagBatches')
    .leftJoin('orders', 'orders.id', 'tagBatches.orderId')
    .select([
      'tagBatches.id as id',
      'tagBatches.name as name',
      'tagBatches.note as note',
      'wanted',
      'made',
      'finishedAt',
      'tagBatches.cancelledAt as stoppedAt',
      'tagBatches.createdAt as createdAt',
      'orderId',
      'orders.number as orderNumber',
    ])
    .where('tagBatches.ownerId', 'is', null);
}

const mostDigits = 9;

function fitting(search: string) {
  const number = /^\d+$/.test(search) && search.length <= mostDigits ? Number(search) : -1;
  return sql<boolean>`(
    folded(tag_batches.name) like ${foldedStartOf(search)} or tag_batches.id = ${search}
    or tag_batches.order_id = (select id from orders where number = ${number})
  )`;
}

type Row = Awaited<ReturnType<ReturnType<typeof selectTagBatches>['executeTakeFirstOrThrow']>>;

function toTagBatch({ id, name, note, wanted, made, ...row }: Row): TagBatch {
  const { finishedAt, stoppedAt, createdAt, orderId, orderNumber } = row;
  return {
    id,
    name,
    note,
    count: wanted,
    made,
    state: stoppedAt ? 'stopped' : finishedAt ? 'made' : 'making',
    createdAt: createdAt.toISOString(),
    order: orderId && orderNumber ? { id: orderId, number: orderNumber } : null,
  };
}

function record(
  trx: Executor,
  by: By,
  act: 'makeTagBatch' | 'cancelTagBatch',
  id: string,
  changes: AuditChanges,
): Promise<void> {
  return recordAction(trx, { by, act, subject: { kind: 'tag-batch', id }, changes });
}
