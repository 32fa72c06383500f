import { sql } from 'kysely';
import { isThere } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Services } from '../../server/services.ts';
import { keepOwner } from '../items/change-items.ts';
import { enterState, undoReturned } from '../items/item-states.ts';
import { maxPageSize } from '../lists/contract/page-size.ts';
import { notifyFinder } from '../notifications/notify-finder.ts';
import { returnReplies } from './contract/ready-replies.ts';
import type { OpenedConversation } from './conversations.ts';
import type { Reader } from './inbox.ts';
import { addMessage } from './message-rows.ts';
import { type Reply, replyToFinder, type SentReply } from './owner-side.ts';

/** Of the other conversations about an item only the newest are told of its return, so that a flood of them does not make it slow. */
const mostTold = 50;

type Words = Omit<Reply, 'reply' | 'meeting' | 'upTo'>;

/** Marks the item returned by this finder, thanks them and tells the others who wrote about it. The same key does it once. */
export function markReturnedByFinder(reader: Reader, words: Words, services: Services): Promise<SentReply> {
  return replyToFinder(reader, { ...words, reply: 'returned' }, services, {
    before: lockItem,
    async after(trx, publish, { conversation, row }) {
      const { itemId, ownerId } = conversation;
      await enterState(trx, publish, { owner: { uid: ownerId }, id: itemId, state: 'returned', said: {} });
      for (const other of await othersAbout(trx, conversation))
        await tellFinder(trx, publish, { conversation: other, reply: 'returned-elsewhere', by: row.id }, services);
    },
  });
}

/** Takes a return back: the item is missing again, if it was, and all who were told of its return read that it was a mistake. */
export async function undoReturnedByFinder(
  reader: Reader,
  words: Omit<Words, 'text'>,
  services: Services,
): Promise<SentReply | 'not-returned'> {
  let isReturned = true;
  const sent = await replyToFinder(reader, { ...words, text: '', reply: 'not-returned' }, services, {
    async before(trx, conversation) {
      await lockItem(trx, conversation);
      isReturned = (await lastReturn(trx, conversation)) !== undefined;
      return isReturned;
    },
    async after(trx, publish, { conversation, row }) {
      const { itemId, ownerId } = conversation;
      await undoReturned(trx, publish, { uid: ownerId }, itemId);
      const returned = await lastReturn(trx, conversation, row.id);
      for (const other of await toldOf(trx, conversation, returned))
        await tellFinder(trx, publish, { conversation: other, reply: 'not-returned', by: row.id }, services);
    },
  });
  return isReturned ? sent : 'not-returned';
}

/** Whoever returns an item, or takes that back, waits for the others, and for a handover. */
async function lockItem(trx: Executor, { itemId }: OpenedConversation): Promise<boolean> {
  await keepOwner(trx, itemId);
  return isThere(trx.selectFrom('items').select('id').where('id', '=', itemId).forNoKeyUpdate());
}

/** The message that says so, if none takes it back and it is among the newest 200. */
async function lastReturn(trx: Executor, { id }: { id: string }, before?: string): Promise<string | undefined> {
  const newest = trx
    .selectFrom('webMessages')
    .select(['id', 'reply'])
    .where('conversationId', '=', id)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(maxPageSize);
  const row = await trx
    .selectFrom(newest.as('newest'))
    .selectAll()
    .where('reply', 'in', [...returnReplies])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.reply === 'returned' ? row.id : undefined;
}

type Told = Pick<OpenedConversation, 'id' | 'itemId' | 'ownerId' | 'secretVersion' | 'finderLanguage'>;

function othersAbout(trx: Executor, { id, itemId, ownerId }: OpenedConversation): Promise<Told[]> {
  return trx
    .selectFrom('conversations')
    .select(['id', 'itemId', 'ownerId', 'secretVersion', 'finderLanguage'])
    .where('itemId', '=', itemId)
    .where('ownerId', '=', ownerId)
    .where('id', '!=', id)
    .where('closedAt', 'is', null)
    .where('blockedAt', 'is', null)
    .orderBy('lastMessageId', (order) => order.desc().nullsLast())
    .limit(mostTold)
    .forNoKeyUpdate()
    .execute();
}

function toldOf(trx: Executor, { itemId }: OpenedConversation, returned: string | undefined): Promise<Told[]> {
  return trx
    .selectFrom('conversations')
    .innerJoin('webMessages', 'webMessages.conversationId', 'conversations.id')
    .select(['conversations.id', 'conversations.itemId', 'conversations.ownerId'])
    .select(['secretVersion', 'finderLanguage'])
    .where('conversations.itemId', '=', itemId)
    .where('closedAt', 'is', null)
    .where('blockedAt', 'is', null)
    .where('idempotencyKey', '=', sql<string>`${`returned ${returned}:`} || conversations.id`)
    .forNoKeyUpdate('conversations')
    .execute();
}

type News = { conversation: Told; reply: 'returned-elsewhere' | 'not-returned'; by: string };

/** @param news.by the message that is the reason, once for each conversation */
async function tellFinder(trx: Executor, publish: Publish, { conversation, reply, by }: News, services: Services) {
  const idempotencyKey = `returned ${by}:${conversation.id}`;
  const { members } = await addMessage(trx, { conversation, author: 'owner', text: '', reply, idempotencyKey });
  publish({ kind: 'conversation', id: conversation.id, ownerId: conversation.ownerId, members });
  await notifyFinder(trx, conversation, services);
}
