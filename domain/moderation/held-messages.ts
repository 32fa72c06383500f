import { sql } from 'kysely';
import type { Page } from '../../server/db/keyset.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { uidOf } from '../accounts/account-rows.ts';
import { recordAction } from '../audit/record-action.ts';
import { readTable, type TableRequest } from '../lists/read-table.ts';
import type { HeldReason } from '../messages/contract/schema.ts';
import { lockState } from '../messages/conversations.ts';
import { fromMessageId, toMessageId } from '../messages/message-id.ts';
import { isHeldAndUnread, possiblyAutomatic } from '../messages/message-limits.ts';
import { publishReleased } from '../messages/release-message.ts';
import { type HeldMessage, mostDismissed } from './contract/reading.ts';

/** A page of the unread messages that a program may have sent; not a word of them. Searched for is an owner's address or uid, or a conversation. */
export async function listHeldMessages(
  request: TableRequest<'time'>,
  { db, keys }: Pick<Services, 'db' | 'keys'>,
): Promise<Page<HeldMessage> | 'bad-cursor'> {
  const page = await readTable(request, {
    name: 'held-messages',
    keys,
    sorts: { time: { column: 'createdAt', type: 'timestamptz' } },
    rows: selectHeld(db),
    search: { fitting: (search) => fitting(search, db), db },
  });
  if (page === 'bad-cursor') return page;
  const rows = page.rows.map(({ id, conversationId, heldReason, createdAt, itemName }) => ({
    id: toMessageId(id, keys),
    conversationId,
    itemName: itemName ?? '',
    heldReason: heldReason as HeldReason,
    sentAt: createdAt.toISOString(),
  }));
  return { ...page, rows };
}

function selectHeld(db: Executor) {
  return db
    .selectFrom('webMessages')
    .select(['id', 'conversationId', 'heldReason', 'createdAt'])
    .select((row) =>
      row.selectFrom('items').select('name').whereRef('items.id', '=', 'webMessages.itemId').as('itemName'),
    )
    .where(isHeldAndUnread);
}

function fitting(search: string, db: Executor) {
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

/** Lets a held message through: its readers are told as of any other. Also `released` when that was done before; `dismissed` when it is not to be delivered. */
export function releaseHeldMessage(
  admin: { uid: string },
  { id }: { id: string },
  services: Services,
): Promise<'released' | 'no-message' | 'closed' | 'dismissed'> {
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
    if ((await lockState(trx, found.conversationId)) !== 'open') return 'closed';
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
    if (!row) return 'released';
    await recordAction(trx, {
      by: admin,
      act: 'releaseHeldMessage',
      subject: { kind: 'conversation', id: row.conversationId },
      changes: { message: [null, id], state: ['held', 'delivered'] },
    });
    await publishReleased(trx, publish, row, services);
    publish({ kind: 'needs' });
    return 'released';
  });
}
