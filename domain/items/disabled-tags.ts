import { sql } from 'kysely';
import type { Services } from '../../server/services.ts';
import type { DisabledTags } from './contract/schema.ts';

const mostTold = 10;
const toldDays = 90;

/** What the operator did with the tags of an item, for its owner and those with whom it is shared; null for others. */
export async function readDisabledTags(
  { uid }: { uid: string },
  itemId: string,
  { db }: Services,
): Promise<DisabledTags | null> {
  const item = await db
    .selectFrom('items')
    .select('id')
    .where('id', '=', itemId)
    .where('deletedAt', 'is', null)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('ownerId', '=', uid),
        exists(
          selectFrom('itemMembers')
            .select('itemMembers.uid')
            .whereRef('itemMembers.itemId', '=', 'items.id')
            .where('itemMembers.uid', '=', uid),
        ),
      ]),
    )
    .executeTakeFirst();
  if (!item) return null;
  const tags = db.selectFrom('tags').where('itemId', '=', itemId);
  const { count } = await tags
    .where('status', '=', 'active')
    .where('frozenAt', 'is', null)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const working = Number(count);
  const rows = await tags
    .select(['code', 'replacedBy', state.as('state'), since.as('since')])
    .where(sql<boolean>`${since} is not null`)
    .$if(working > 0, (query) =>
      query.where(sql<boolean>`(${state} = 'frozen' or ${since} > now() - make_interval(days => ${toldDays}))`),
    )
    .orderBy(since, 'desc')
    .limit(mostTold)
    .execute();
  return { working, stopped: rows.map(({ since: at, ...tag }) => ({ ...tag, at: at.toISOString() })) };
}

const state = sql<'frozen' | 'retired' | 'replaced'>`case
  when status = 'retired' then 'retired' when frozen_at is not null then 'frozen' else 'replaced' end`;

const since = sql<Date>`case
  when status = 'retired' then retired_at when frozen_at is not null then frozen_at else replaced_at end`;
