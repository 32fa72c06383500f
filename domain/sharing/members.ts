import { sql } from 'kysely';
import { type PageRequest, readNewest } from '../../server/db/keyset.ts';
import { hasChanged, isThere } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Services } from '../../server/services.ts';
import { itemsOf, type Owner } from '../items/items.ts';

/** Whether a row of `conversations` is about an item of the user, or about one that is shared with them. */
export function isReadableBy({ uid }: Owner) {
  return sql<boolean>`(conversations.owner_id = ${uid} or exists (
    select from item_members join items on items.id = item_members.item_id
    where item_members.item_id = conversations.item_id and item_members.uid = ${uid} and items.deleted_at is null
  ))`;
}

/** Locks the membership, so that it does not end before the transaction. */
export async function lockMembership(trx: Executor, { uid }: Owner, itemId: string): Promise<boolean> {
  return isThere(
    trx
      .selectFrom('itemMembers')
      .innerJoin('items', 'items.id', 'itemMembers.itemId')
      .select('uid')
      .where('itemId', '=', itemId)
      .where('uid', '=', uid)
      .where('items.deletedAt', 'is', null)
      .forKeyShare('itemMembers'),
  );
}

async function readersBesidesOwner(db: Executor, conversationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('conversations')
    .innerJoin('itemMembers', 'itemMembers.itemId', 'conversations.itemId')
    .select('uid')
    .where('conversations.id', '=', conversationId)
    .execute();
  return rows.map(({ uid }) => uid);
}

/** Tells every page that shows the conversation that it changed. @returns those with whom its item is shared */
export async function publishConversation(
  trx: Executor,
  publish: Publish,
  { id, ownerId }: { id: string; ownerId: string },
): Promise<string[]> {
  const members = await readersBesidesOwner(trx, id);
  publish({ kind: 'conversation', id, ownerId, members });
  return members;
}

/** Names by uid. An account that is gone has none. */
export async function namesOf(uids: (string | null)[], db: Executor): Promise<Map<string | null, string>> {
  const known = [...new Set(uids)].filter((uid) => uid !== null);
  if (known.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['uid', 'displayName']).where('uid', 'in', known).execute();
  return new Map(rows.map(({ uid, displayName }) => [uid, displayName ?? '']));
}

/** A page of those with whom the owner shares the item, the newest first; empty for anybody else’s item. */
export function listItemMembers(owner: Owner, { id, ...request }: PageRequest & { id: string }, services: Services) {
  const { db, keys } = services;
  return readNewest({
    ...request,
    as: 'members',
    list: JSON.stringify(['item-members', owner.uid, id]),
    keys,
    rows: db
      .selectFrom('itemMembers')
      .innerJoin('items', 'items.id', 'itemMembers.itemId')
      .innerJoin('users', 'users.uid', 'itemMembers.uid')
      .select(['itemMembers.uid', 'displayName', 'since'])
      .where('itemId', '=', id)
      .where('items.ownerId', '=', owner.uid),
    by: ['since', 'itemMembers.uid'],
    show: ({ uid, displayName, since }) => ({ uid, name: displayName ?? '', since: since.toISOString() }),
  });
}

/** Ends what the owner shares with somebody, at once on every page of theirs. @returns false when it was not shared with them */
export function revokeMember(owner: Owner, { id, uid }: { id: string; uid: string }, { events }: Services) {
  return events.transaction(async (trx, publish) => {
    const member = trx.deleteFrom('itemMembers').where('itemId', '=', id).where('uid', '=', uid);
    const isRevoked = await hasChanged(member.where('itemId', 'in', itemsOf(owner, trx).select('id')));
    if (isRevoked) announceEnd(publish, { itemId: id, uid, ownerId: owner.uid });
    return isRevoked;
  });
}

export function leaveItem(user: Owner, id: string, { events }: Services): Promise<boolean> {
  return events.transaction(async (trx, publish) => {
    const left = await trx
      .deleteFrom('itemMembers')
      .using('items')
      .whereRef('items.id', '=', 'itemMembers.itemId')
      .where('itemId', '=', id)
      .where('uid', '=', user.uid)
      .where('items.deletedAt', 'is', null)
      .returning('items.ownerId')
      .executeTakeFirst();
    if (left) announceEnd(publish, { itemId: id, uid: user.uid, ownerId: left.ownerId });
    return left !== undefined;
  });
}

function announceEnd(publish: Publish, { itemId, uid, ownerId }: { itemId: string; uid: string; ownerId: string }) {
  publish(
    { kind: 'sharing', uid, itemId, ended: true },
    { kind: 'unread', uid },
    { kind: 'sharing', uid: ownerId, itemId },
  );
}
