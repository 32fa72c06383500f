import { sql } from 'kysely';
import { isThere } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { Message } from '../messages/contract/schema.ts';
import { withoutWarning } from '../messages/message-rows.ts';
import type { Budget } from './readers.ts';

export type UnreadNews = {
  count: number;
  /** With how many of the messages; the most first. */
  items: { id: string; name: string; picture: string; count: number }[];
  conversationId: string | undefined;
  isOwner: boolean;
  /** The newest few of the only conversation, oldest first; none of several. */
  last: Omit<Message, 'scam'>[];
  possiblyAutomatic: boolean;
};

/** The name of an item's picture in a mail. */
export const pictureInMail = sql<string>`concat(category, '.', case when picture_shown then items.picture_id end)`.as(
  'picture',
);

type Told = { uid: string; budget: Budget /** Besides those that wait. */; messageIds: string[] };

const mostQuoted = 5;

/**
 * Ends the waiting of all of the budget.
 * @returns those that the account may read and has not; none that is deleted or of a conversation that is blocked. A member may read none
 * while their account is disabled or the item is deleted.
 */
export async function takeWaiting(trx: Executor, { uid, budget, messageIds }: Told, { keys }: Pick<Services, 'keys'>) {
  const items = await trx
    .with('waiting', (step) =>
      step
        .deleteFrom('pendingNotifications')
        .where('uid', '=', uid)
        .where('budget', '=', budget)
        .returning('messageId'),
    )
    .with('unread', (step) =>
      selectUnread(step as Executor, uid)
        .select(['webMessages.id', 'webMessages.conversationId', 'items.id as itemId', 'items.name'])
        .select(['conversations.ownerId', pictureInMail])
        .where(
          sql<boolean>`web_messages.id in (select message_id from waiting union all select unnest(${messageIds}::bigint[]))`,
        ),
    )
    .selectFrom('unread')
    .select(['itemId as id', 'name', 'picture'])
    .select(sql<number>`count(*)::int`.as('count'))
    .select(sql<boolean>`bool_or(owner_id = ${uid})`.as('isOwner'))
    .select(sql<string[]>`array[min(conversation_id), max(conversation_id)]`.as('conversations'))
    .select(sql<string[]>`(array_agg(id order by id desc))[1:${sql.lit(mostQuoted)}]`.as('newest'))
    .groupBy(['itemId', 'name', 'picture'])
    .orderBy('count', 'desc')
    .orderBy(sql`min(id)`)
    .execute();
  const [conversationId, ...others] = new Set(items.flatMap(({ conversations }) => conversations));
  const isOne = conversationId !== undefined && others.length === 0;
  const last = isOne
    ? await readLast(
        trx,
        items.flatMap(({ newest }) => newest),
      )
    : [];
  return {
    count: items.reduce((sum, { count }) => sum + count, 0),
    items: items.map(({ id, name, picture, count }) => ({ id, name, picture, count })),
    conversationId: isOne ? conversationId : undefined,
    isOwner: items.some(({ isOwner }) => isOwner),
    last: last.map((row) => withoutWarning(row, keys)),
    possiblyAutomatic: budget === 'possibly-automatic',
  };
}

/** Whether one of the unread messages that wait is about a lost item. Then one notification tells of all that waits, also about other items. */
export async function isWaitingAboutLost(trx: Executor, uid: string, budget: Budget): Promise<boolean> {
  const waiting = trx
    .selectFrom('pendingNotifications')
    .select('messageId')
    .where('uid', '=', uid)
    .where('budget', '=', budget);
  const lost = selectUnread(trx, uid)
    .select('webMessages.id')
    .where('webMessages.id', 'in', waiting)
    .where('items.lostAt', 'is not', null)
    .limit(1);
  return isThere(lost);
}

function selectUnread(trx: Executor, uid: string) {
  return trx
    .selectFrom('webMessages')
    .innerJoin('conversations', 'conversations.id', 'webMessages.conversationId')
    .innerJoin('items', 'items.id', 'conversations.itemId')
    .where('blockedAt', 'is', null)
    .where('webMessages.deletedAt', 'is', null)
    .where(({ and, eb, exists, or, selectFrom }) =>
      or([
        and([
          eb('conversations.ownerId', '=', uid),
          eb('readByOwner', '=', false),
          eb('conversations.mutedAt', 'is', null),
        ]),
        exists(
          selectFrom('unreadByMembers')
            .innerJoin('itemMembers', (join) =>
              join
                .onRef('itemMembers.itemId', '=', 'unreadByMembers.itemId')
                .onRef('itemMembers.uid', '=', 'unreadByMembers.uid'),
            )
            .innerJoin('users', 'users.uid', 'itemMembers.uid')
            .select('messageId')
            .where('unreadByMembers.uid', '=', uid)
            .where('itemMembers.mutedAt', 'is', null)
            .where('users.disabledAt', 'is', null)
            .where('items.deletedAt', 'is', null)
            .whereRef('unreadByMembers.conversationId', '=', 'webMessages.conversationId')
            .whereRef('messageId', '=', 'webMessages.id'),
        ),
      ]),
    );
}

function readLast(trx: Executor, ids: string[]) {
  return trx.selectFrom('webMessages').selectAll().where('id', 'in', ids).orderBy('id').execute();
}
