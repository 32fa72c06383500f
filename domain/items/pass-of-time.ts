import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { announce } from './change-items.ts';
import { firstDayNotOver } from './contract/facts.ts';

const itemsAtOnce = 200;
/** How long the page of an item that is back thanks its finders. */
const thankingDays = 30;

const tripUntil = sql<string>`coalesce(finder_sees ->> 'tripUntil', private_details ->> 'tripUntil')`;
const isTripOver = () => sql<boolean>`${tripUntil} < ${firstDayNotOver()}`;
const isSettled = sql<boolean>`returned_at < now() - make_interval(days => ${thankingDays})`;

/** Deletes what was said of trips that are over everywhere on Earth. */
export function forgetTrips(services: Services): Promise<void> {
  return changeDueItems(services, async (trx) => {
    const facts = sql`array['tripTo', 'tripUntil']`;
    return (
      trx
        .updateTable('items')
        .set({ finderSees: sql`finder_sees - ${facts}`, privateDetails: sql`private_details - ${facts}` })
        .where('id', 'in', (query) => query.selectFrom('items').select('id').where(isTripOver()).limit(itemsAtOnce))
        // Asked again of each row that is locked: its owner may have changed it meanwhile.
        .where(isTripOver())
        .returning(['id', 'ownerId'])
        .execute()
    );
  });
}

/** An item that has been back for long is simply with its owner: whoever finds it then finds it anew. */
export function settleReturnedItems(services: Services): Promise<void> {
  return changeDueItems(services, async (trx) => {
    const settled = await trx
      .updateTable('items')
      .set({ lostAt: null, stolenAt: null, returnedAt: null })
      .where('id', 'in', (query) => query.selectFrom('items').select('id').where(isSettled).limit(itemsAtOnce))
      .where(isSettled)
      .returning(['id', 'ownerId'])
      .execute();
    const states = settled.map(({ id, ownerId }) => ({ itemId: id, ownerId, state: 'kept' as const }));
    if (states.length > 0) await trx.insertInto('itemStates').values(states).execute();
    return settled;
  });
}

async function changeDueItems({ events }: Services, change: (trx: Executor) => Promise<{ id: string }[]>) {
  let changed: number;
  do {
    changed = await events.transaction(async (trx, publish) => {
      const items = await change(trx);
      for (const { id } of items) await announce(id, trx, publish);
      return items.length;
    });
  } while (changed > 0);
}
