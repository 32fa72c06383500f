import { sql } from 'kysely';
import { isoTimes } from '../../server/db/keyset.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { foldedStartOf, readTable, type TableRequest } from '../lists/read-table.ts';
import type { TagBatch } from './contract/tag-batch.ts';

/** A page of the batches that are not an owner's. Searched for is the start of a name, an id, or the number of an order. */
export function listTagBatches(request: TableRequest<'created' | 'count'>, services: Services) {
  return readTable(request, services, {
    name: 'tag-batches',
    sorts: {
      created: { column: 'tagBatches.createdAt', type: 'timestamptz' },
      count: { column: 'wanted', type: 'bigint' },
    },
    rows: selectTagBatches(services.db),
    idColumn: 'tagBatches.id',
    fitting,
    show: isoTimes,
  });
}

export async function readTagBatch(id: string, { db }: Pick<Services, 'db'>) {
  const row = await selectTagBatches(db).where('tagBatches.id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const { rows } = await sql<{ blank: number; active: number; retired: number; frozen: number }>`
    select count(*) filter (where status = 'blank')::int as blank, count(*) filter (where status = 'active')::int as active,
      count(*) filter (where status = 'retired')::int as retired,
      count(*) filter (where frozen_at is not null)::int as frozen
    from tags where batch_id = ${id}`.execute(db);
  return rows[0] && { ...isoTimes(row), ...rows[0] };
}

const stateOfBatch = sql<TagBatch['state']>`case
  when tag_batches.cancelled_at is not null then 'stopped' when finished_at is not null then 'made' else 'making' end`;
const orderOfBatch = sql<TagBatch['order']>`case
  when orders.id is not null then jsonb_build_object('id', orders.id, 'number', orders.number) end`;

function selectTagBatches(db: Executor) {
  return db
    .selectFrom('tagBatches')
    .leftJoin('orders', 'orders.id', 'tagBatches.orderId')
    .select(['tagBatches.id', 'tagBatches.name', 'tagBatches.note', 'wanted as count', 'made', 'tagBatches.createdAt'])
    .select([stateOfBatch.as('state'), orderOfBatch.as('order')])
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
