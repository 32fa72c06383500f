import { sql } from 'kysely';
import type { z } from 'zod';
import { isoTimes } from '../../server/db/keyset.ts';
import { countRows } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { uidOf } from '../accounts/account-rows.ts';
import type { AdministeredItem, itemsRequest } from '../items/contract/administered-item.ts';
import type { AdministeredState } from '../items/contract/item-state.ts';
import { findTagCode } from '../items/tag-codes.ts';
import { byName } from '../lists/name-order.ts';
import { readTable } from '../lists/read-table.ts';
import { hasWords, wordsIn } from '../lists/search-words.ts';
import { toMessageId } from '../messages/message-id.ts';
import { isHeldAndUnread } from '../messages/message-limits.ts';

const mostStates = 50;
const mostTold = 20;

/** The expression of the indexes. */
const stateOf = sql<AdministeredState>`(case
  when deleted_at is not null then 'deleted' when archived_at is not null then 'archived'
  when returned_at is not null then 'returned' when stolen_at is not null then 'stolen'
  when lost_at is not null then 'lost' else 'kept' end)`;

const changedAt = sql<Date>`greatest(created_at, archived_at, deleted_at, (
  select max(item_states.created_at) from item_states where item_states.item_id = items.id))`;

/** Searched for are the starts of words in a name, a code, hash or address of a tag, or the address or uid of an owner. */
export function lookUpItems(request: z.output<typeof itemsRequest>, services: Services) {
  const { state } = request;
  return readTable(request, services, {
    name: 'items',
    sorts: { created: { column: 'createdAt', type: 'timestamptz' }, name: byName(sql`name`) },
    rows: selectItems(services.db)
      .select(
        sql<string[]>`array(
          select code from tags where tags.item_id = items.id and status = 'active' order by activated_at, code
        )`.as('tags'),
      )
      .where(state ? sql<boolean>`${stateOf} = ${state}` : sql<boolean>`true`),
    fitting: (search) => fitting(search, services),
    show: isoTimes,
  });
}

/** An item with its tags and the history of its states; of its conversations, only how many there are and which were reported. */
export async function readAdministeredItem(id: string, { db, keys }: Pick<Services, 'db' | 'keys'>) {
  const row = await selectItems(db).where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const tags = db.selectFrom('tags').select(['code', 'status']).where('itemId', '=', id);
  const states = await db
    .selectFrom('itemStates')
    .select(['state', 'createdAt as at'])
    .where('itemId', '=', id)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(mostStates)
    .execute();
  const told = await toldAbout(id, db);
  return {
    ...isoTimes(row),
    tags: await tags
      .select(({ eb }) => [
        eb('frozenAt', 'is not', null).as('frozen'),
        eb('replacedBy', 'is not', null).as('replaced'),
      ])
      .orderBy('activatedAt')
      .orderBy('code')
      .$narrowType<{ frozen: boolean; replaced: boolean }>()
      .execute(),
    members: await countRows(db.selectFrom('itemMembers').where('itemId', '=', id)),
    history: states.map(isoTimes),
    conversations: await countConversations(id, db),
    told: told.map((each) => ({
      ...isoTimes(each),
      id: each.kind === 'held-message' ? toMessageId(each.id, keys) : each.id,
    })),
  };
}

async function fitting(search: string, services: Services) {
  const { db } = services;
  const code = await findTagCode(search, services);
  if (code) return sql<boolean>`id = (select item_id from tags where code = ${code})`;
  const owner = search.includes('@') ? ((await uidOf(search, db).executeTakeFirst())?.id ?? search) : search;
  return sql<boolean>`(${hasWords(search, wordsIn('name'))} or owner_id = ${owner})`;
}

const ownerOfItem = sql<AdministeredItem['owner']>`jsonb_build_object(
  'uid', owner_id, 'email', coalesce((select email from users where uid = owner_id), ''))`;

function selectItems(db: Executor) {
  return db
    .selectFrom('items')
    .select(['id', 'name', ownerOfItem.as('owner'), 'createdAt', stateOf.as('state'), changedAt.as('changedAt')])
    .where('erasedAt', 'is', null);
}

async function countConversations(itemId: string, db: Executor): Promise<AdministeredItem['conversations']> {
  const { rows } = await sql<AdministeredItem['conversations']>`
    select count(*) filter (where closed_at is null and blocked_at is null)::int as open,
      count(*) filter (where closed_at is null and blocked_at is not null)::int as blocked,
      count(*) filter (where closed_at is not null)::int as closed
    from conversations where item_id = ${itemId}`.execute(db);
  return rows[0] ?? { open: 0, blocked: 0, closed: 0 };
}

type Told = { kind: AdministeredItem['told'][number]['kind']; id: string; conversationId: string; at: Date };

async function toldAbout(itemId: string, db: Executor): Promise<Told[]> {
  const { rows } = await sql<Told>`
    select 'report' as kind, reports.id, conversation_id as "conversationId", reports.created_at as at
    from reports join conversations on conversations.id = conversation_id where conversations.item_id = ${itemId}
    union all
    select 'tag-report', tag_reports.id::text, conversation_id, tag_reports.created_at
    from tag_reports
      join tags on tags.code = tag_reports.tag_code
      join conversations on conversations.id = conversation_id and conversations.item_id = tags.item_id
    where tags.item_id = ${itemId}
    union all
    select 'held-message', web_messages.id::text, conversation_id, web_messages.created_at
    from web_messages join conversations on conversations.id = conversation_id
    where conversations.item_id = ${itemId}
      and ${isHeldAndUnread}
    order by at desc limit ${mostTold}`.execute(db);
  return rows;
}
