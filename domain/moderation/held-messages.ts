import { sql } from 'kysely';
import { isoTimes } from '../../server/db/keyset.ts';
import type { Services } from '../../server/services.ts';
import { uidOf } from '../accounts/account-rows.ts';
import { recordAction } from '../audit/record-action.ts';
import { readTable, type TableRequest } from '../lists/read-table.ts';
import type { HeldReason } from '../messages/contract/schema.ts';
import { lockState } from '../messages/conversations.ts';
import { fromMessageId, toMessageId } from '../messages/message-id.ts';
import { isHeldAndUnread, possiblyAutomatic } from '../messages/message-limits.ts';
import { publishReleased } from '../messages/release-message.ts';
import { mostDismissed } from './contract/limits.ts';

/** A page of the unread messages that a program may have sent; not a word of them. Searched for is an owner's address or uid, or a conversation. */
export function listHeldMessages(request: TableRequest<'time'>, services: Services) {
  return readTable(request, services, {
    name: 'held-messages',
    sorts: { time: { column: 'createdAt', type: 'timestamptz' } },
    rows: services.db
      .selectFrom('webMessages')
      .select(['id', 'conversationId', 'createdAt as sentAt', sql<HeldReason>`held_reason`.as('heldReason')])
      .select(sql<string>`coalesce((select name from items where items.id = item_id), '')`.as('itemName'))
      .where(isHeldAndUnread),
    fitting,
    show: ({ id, ...row }) => ({ ...isoTimes(row), id: toMessageId(id, services.keys) }),
  });
}

function fitting(search: string, { db }: Pick<Services, 'db'>) {
  const owner = search.includes('@') ? uidOf(search, db) : search;
  return sql<boolean>`(owner_id = ${owner} or conversation_id = ${search})`;
}

export async function countDismissed({ db }: Pick<Services, 'db'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from (
      select from web_messages where hidden_as = 'dismissed' limit ${mostDismissed}
    ) as counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Lets a held message through: its readers are told as of any other. `dismissed`: when it is not to be delivered. */
export function releaseHeldMessage(
  admin: { uid: string },
  { id }: { id: string },
  services: Services,
): Promise<'done' | 'no-message' | 'conversation-closed.finder' | 'dismissed'> {
  const { events, keys } = services;
  const messageId = fromMessageId(id, keys);
  if (messageId === undefined) return Promise.resolve('no-message');
  return events.transaction(async (trx, publish) => {
    const found = await trx
      .selectFrom('webMessages')
      .select('conversationId')
      .where('id', '=', messageId)
      .where('author', '=', 'finder')
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!found) return 'no-message';
    if ((await lockState(trx, found.conversationId)) !== 'open') return 'conversation-closed.finder';
    const { hiddenAs } = await trx
      .selectFrom('webMessages')
      .select('hiddenAs')
      .where('id', '=', messageId)
      .executeTakeFirstOrThrow();
    if (hiddenAs) return 'dismissed';
    const row = await trx
      .updateTable('webMessages')
      .set({ heldReason: null })
      .where('id', '=', messageId)
      .where(possiblyAutomatic)
      .returningAll()
      .executeTakeFirst();
    if (!row) return 'done';
    await recordAction(trx, {
      by: admin,
      act: 'releaseHeldMessage',
      id: row.conversationId,
      changes: { message: [null, id], state: ['held', 'delivered'] },
    });
    await publishReleased(trx, publish, row, services);
    publish({ kind: 'needs' });
    return 'done';
  });
}
