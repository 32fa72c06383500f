import { sql } from 'kysely';
import { type CursorPosition, type PageRequest, readFoundPage, readPage } from '../../server/db/keyset.ts';
import type { Services } from '../../server/services.ts';
import { foldedWithMarks } from '../lists/contract/folded.ts';
import { searchable } from '../lists/search-words.ts';
import type { ConversationsShown } from './contract/schema.ts';
import type { Reader } from './inbox.ts';
import { maxMessageId } from './message-rows.ts';

export type ConversationFilter = {
  show: ConversationsShown;
  itemId?: string | undefined;
  /** Words that all stand in the conversation or in the item's name; then `show` counts for nothing. */
  search?: string | undefined;
};

type Listed = { id: string; lastMessageId: string; isUnread: boolean };
type ListPage = { rows: Listed[]; next?: string };

const conversationsAtOnce = 2_000;
const mostSteps = 10;
const messagesLookedAt = 500;

/** A page of what the reader may read: unread ones first, then by the newest message; what was found by the newest message alone. */
export function pageOfConversations(
  reader: Reader,
  { show, itemId, search = '', ...request }: PageRequest & ConversationFilter,
  services: Services,
): Promise<ListPage | 'bad-cursor'> {
  const { db, keys } = services;
  const words = search.split(/\s+/).filter(Boolean);
  const list = JSON.stringify(['conversations', reader.uid, show, itemId, words]);
  if (words.length > 0) {
    const find = (position: CursorPosition | undefined, limit: number) =>
      findConversations(reader, { words, itemId, before: position?.[0] ?? maxMessageId, limit }, db);
    const positionOf = ({ lastMessageId }: Listed) => [lastMessageId];
    return readFoundPage({ ...request, list, keys, read: find, positionOf });
  }
  return readPage({
    ...request,
    list,
    keys,
    read: async (position, limit) => {
      const sources = [
        ...(position?.[0] === 'read'
          ? []
          : unreadSources(reader, { show, itemId }, beforeIn('unread', position), limit)),
        ...(show === 'unread' ? [] : readSources(reader, { show, itemId }, beforeIn('read', position), limit)),
      ];
      if (sources.length === 0) return [];
      const { rows } = await sql<Listed>`
        select * from (${sql.join(sources, sql` union all `)}) as listed
        order by is_unread desc, last_message_id desc limit ${limit}`.execute(db);
      return rows;
    },
    positionOf: ({ isUnread, lastMessageId }) => [isUnread ? 'unread' : 'read', lastMessageId],
  });
}

function beforeIn(section: 'unread' | 'read', position: CursorPosition | undefined): string {
  return (position?.[0] === section ? position[1] : undefined) ?? maxMessageId;
}

type Where = Pick<ConversationFilter, 'show' | 'itemId'>;

function unreadSources({ uid }: Reader, { show, itemId }: Where, before: string, limit: number) {
  if (show === 'archived') return [];
  const inUse = show === 'all' ? sql`and archived_at is null` : sql``;
  return [
    sql`(select id, last_message_id, true as is_unread from conversations
      where owner_id = ${uid} and unread_by_owner ${inUse} ${aboutItem(itemId)} and ${newestBefore(before, limit)})`,
    sql`(select conversations.id, last_message_id, true as is_unread
      from (select distinct conversation_id from unread_by_members where uid = ${uid} ${aboutItem(itemId)}) as unread
      join conversations on conversations.id = conversation_id
      join items on items.id = conversations.item_id and items.deleted_at is null
      where ${newestBefore(before, limit)})`,
  ];
}

/** Reads as many conversations of each shared item as of the reader's own items, so that none of the newest is missing. */
function readSources({ uid }: Reader, { show, itemId }: Where, before: string, limit: number) {
  if (show === 'archived')
    return [
      sql`(select id, last_message_id, false as is_unread from conversations
        where owner_id = ${uid} and archived_at is not null ${aboutItem(itemId)} and ${newestBefore(before, limit)})`,
    ];
  return [
    sql`(select id, last_message_id, false as is_unread from conversations
      where owner_id = ${uid} and not unread_by_owner and archived_at is null ${aboutItem(itemId)}
      and ${newestBefore(before, limit)})`,
    sql`(select newest.id, last_message_id, false as is_unread from ${sharedItems(uid, itemId)}, lateral (
        select id, last_message_id from conversations
        where item_id = shared.id and not exists (
          select from unread_by_members where uid = ${uid} and conversation_id = conversations.id
        ) and ${newestBefore(before, limit)}
      ) as newest)`,
  ];
}

type Search = { words: string[]; itemId: string | undefined; before: string; limit: number };

async function findConversations(reader: Reader, { words, itemId, before, limit }: Search, db: Services['db']) {
  const found: Listed[] = [];
  let lookedUpTo = before;
  for (let step = 0; step < mostSteps; step++) {
    const next = await readableBefore(reader, itemId, lookedUpTo, db);
    found.push(...(await withWords(words, next, limit - found.length, db)));
    if (found.length >= limit || next.length < conversationsAtOnce) return { rows: found };
    lookedUpTo = next.at(-1)?.lastMessageId ?? lookedUpTo;
  }
  return { rows: found, lookedUpTo: [lookedUpTo] };
}

async function readableBefore({ uid }: Reader, itemId: string | undefined, before: string, db: Services['db']) {
  const { rows } = await sql<Listed>`
    select id, last_message_id from (
      (select id, last_message_id from conversations
       where owner_id = ${uid} ${aboutItem(itemId)} and ${newestBefore(before, conversationsAtOnce)})
      union all
      select newest.* from ${sharedItems(uid, itemId)}, lateral (
        select id, last_message_id from conversations
        where item_id = shared.id and ${newestBefore(before, conversationsAtOnce)}
      ) as newest
    ) as readable order by last_message_id desc limit ${conversationsAtOnce}`.execute(db);
  return rows;
}

/** Looks for words as they are written, so that every script is searched, and no sign has a meaning of its own. */
async function withWords(words: string[], conversations: Listed[], limit: number, db: Services['db']) {
  const said = sql`concat_ws(' ', text, details ->> 'place', details ->> 'openingHours', details ->> 'reference')`;
  const hasAll = words.map((word) => sql`strpos(said.words, ${foldedWithMarks(word)}) > 0`);
  const { rows } = await sql<Listed>`
    select conversations.id, last_message_id, false as is_unread
    from conversations join items on items.id = item_id, lateral (
      select ${searchable(sql`concat_ws(' ', items.name, finder_name, (
        select string_agg(${said}, ' ') from (
          select text, details from web_messages
          where conversation_id = conversations.id order by id desc limit ${messagesLookedAt}
        ) as newest
      ))`)} as words offset 0
    ) as said
    where conversations.id = any(${conversations.map(({ id }) => id)}) and ${sql.join(hasAll, sql` and `)}
    order by last_message_id desc limit ${limit}`.execute(db);
  return rows;
}

const aboutItem = (itemId: string | undefined) => (itemId === undefined ? sql`` : sql`and item_id = ${itemId}`);

const newestBefore = (before: string, limit: number) =>
  sql`last_message_id < ${before} order by last_message_id desc nulls last limit ${limit}`;

const sharedItems = (uid: string, itemId: string | undefined) => sql`(
  select items.id from item_members join items on items.id = item_id and items.deleted_at is null
  where item_members.uid = ${uid} ${aboutItem(itemId)}
) as shared`;
