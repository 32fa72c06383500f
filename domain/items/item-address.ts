import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import { announce } from './items.ts';

/**
 * Moves a locked item to the page of a tag that works when its own does not, and says that the pages of its tags have changed. With no tag
 * that works it stays where it was.
 */
export async function moveAddress(trx: Executor, publish: Publish, itemId: string): Promise<void> {
  const working = sql`
    select code from tags
    where item_id = items.id and status = 'active' and frozen_at is null
    order by replaced_by is not null, code = coalesce(items.tag_code, items.id) desc, activated_at, code limit 1`;
  await trx
    .updateTable('items')
    .set({ tagCode: sql<string>`coalesce((${working}), tag_code)` })
    .where('id', '=', itemId)
    .execute();
  await announce(itemId, trx, publish);
}
