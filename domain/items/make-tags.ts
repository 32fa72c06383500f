import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { AuditChanges } from '../../server/db/tables/audit.ts';
import type { Executor } from '../../server/db/tables.ts';
import { type QueueWorker, startQueueWorker } from '../../server/queue-worker.ts';
import type { Services } from '../../server/services.ts';
import type { By } from '../accounts/administer-account.ts';
import { recordAction } from '../audit/record-action.ts';
import type { newTagBatch } from './contract/tag-batch.ts';
import { newTagCode } from './contract/tag-code.ts';

/** In one transaction, so short that nobody waits for it. */
const tagsAtOnce = 500;
/** In one statement. */
const rowsAtOnce = 1_000;
/** Between two transactions, for everybody else. */
const pauseMs = 20;
const afterFailureMs = 5_000;

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

export async function makeStockTags(count: number, services: Services): Promise<{ batch: string }> {
  const { id } = await makeTagBatch(null, { count, name: '', note: '', key: randomUUID() }, services);
  while (await makeSomeTags(id, services));
  return { batch: id };
}

/** Makes the next tags of a batch: they and their count are written together or not at all. @returns whether there are more to make */
function makeSomeTags(id: string, { db }: Pick<Services, 'db'>): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const batch = await waitingBatches(trx)
      .select(['wanted', 'made'])
      .where('id', '=', id)
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

/** Makes the tags of batches that wait, a few at a time. What a crash interrupts goes on where it was. */
export function startTagBatchWorker(deps: Pick<Services, 'db' | 'events' | 'log'>): QueueWorker {
  return startQueueWorker<{ id: string }>({
    ...deps,
    of: 'batch of tags',
    wakes: 'tag-batch',
    most: 1,
    mostOfAGroup: 1,
    groupOf: ({ id }) => id,
    lease: () => waitingBatches(deps.db).select('id').orderBy('createdAt').limit(1).executeTakeFirst(),
    send: async ({ id }, shutdown) => {
      const wait = (ms: number) => setTimeout(ms, undefined, { signal: shutdown }).catch(() => undefined);
      try {
        await makeSomeTags(id, deps);
        await wait(pauseMs);
      } catch (error) {
        deps.log.error({ error, batch: id }, 'could not make tags of a batch');
        await wait(afterFailureMs);
      }
    },
  });
}

function waitingBatches(db: Executor) {
  return db.selectFrom('tagBatches').where('finishedAt', 'is', null).where('cancelledAt', 'is', null);
}

type NewTagBatch = { ownerId: string | null; orderId?: string; creationKey: string | null; count: number };

export async function insertTagBatch(trx: Executor, { count, ...batch }: NewTagBatch): Promise<string> {
  const id = randomUUID();
  const row = { id, ...batch, wanted: count, made: count, finishedAt: sql<Date>`now()` };
  await trx.insertInto('tagBatches').values(row).execute();
  for (let made = 0; made < count; made += rowsAtOnce) await insertTags(trx, id, Math.min(rowsAtOnce, count - made));
  return id;
}

async function insertTags(trx: Executor, batch: string, count: number): Promise<void> {
  const codes = Array.from({ length: count }, newTagCode);
  await sql`
    insert into tags (code, status, batch_id)
    select code, 'blank', ${batch} from unnest(${codes}::text[]) as code`.execute(trx);
}

function record(trx: Executor, by: By, act: 'makeTagBatch' | 'cancelTagBatch', id: string, changes: AuditChanges) {
  return recordAction(trx, { by, act, id, changes });
}
