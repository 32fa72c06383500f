import { sql } from 'kysely';
import type { Page } from '../../server/db/keyset.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { foldedStartOf, readTable, type TableRequest } from '../lists/read-table.ts';
import type { TagBatch } from './contract/tag-batch.ts';

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

export async function readTagBatch(id: string, { db }: Pick<Services, 'db'>) {
  const row = await selectTagBatches(db).where('tagBatches.id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const { rows } = await sql<{ blank: number; active: number; retired: number; frozen: number }>`
    select count(*) filter (where status = 'blank')::int as blank, count(*) filter (where status = 'active')::int as active,
      count(*) filter (where status = 'retired')::int as retired,
      count(*) filter (where frozen_at is not null)::int as frozen
    from tags where batch_id = ${id}`.execute(db);
  return rows[0] && { ...toTagBatch(row), ...rows[0] };
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
