import { sql } from 'kysely';
import type { Services } from '../../server/services.ts';
import { type Owner, readItem } from '../items/items.ts';

const conversationsLookedAt = 20;
const messagesLookedAt = 50;

export type SaidPlace = { place: string; at: string };

/** Where a finder last said in words that the item is, among the newest messages. Null without such words, 'no-item' for another's item. */
export async function readSaidPlace(
  owner: Owner,
  itemId: string,
  services: Services,
): Promise<SaidPlace | null | 'no-item'> {
  if (!(await readItem(owner, itemId, services))) return 'no-item';
  const { rows } = await sql<{ place: string; createdAt: Date }>`
    select details ->> 'place' as place, created_at
    from (
      select id from conversations where item_id = ${itemId} and owner_id = ${owner.uid}
      order by last_message_id desc nulls last limit ${conversationsLookedAt}
    ) as newest, lateral (
      select id as message_id, author, details, held_reason, hidden_as, created_at from web_messages
      where conversation_id = newest.id order by id desc limit ${messagesLookedAt}
    ) as said
    where author = 'finder' and details ->> 'place' <> '' and held_reason is null and hidden_as is null
    order by message_id desc limit 1`.execute(services.db);
  const [said] = rows;
  return said ? { place: said.place, at: said.createdAt.toISOString() } : null;
}
