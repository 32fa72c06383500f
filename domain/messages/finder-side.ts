import { sql } from 'kysely';
import { hasChanged, isThere } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { Category } from '../items/contract/categories.ts';
import { toItemHash } from '../items/contract/item-hash.ts';
import { maxPageSize } from '../lists/contract/page-size.ts';
import { lastReading } from '../moderation/readings.ts';
import { publishConversation } from '../sharing/members.ts';
import { announceFinderMessage } from './announce-message.ts';
import type { Details } from './contract/details.ts';
import { answerableReplies, type YesOrNo } from './contract/ready-replies.ts';
import type { InboxMessage } from './contract/schema.ts';
import {
  conversationStateOf,
  haveWordsExpired,
  lockState,
  type OpenedConversation,
  rememberLanguage,
} from './conversations.ts';
import { keyUnlessSent } from './earlier-sending.ts';
import { fromMessageId } from './message-id.ts';
import { type OverLimit, takeAnswer } from './message-limits.ts';
import { addMessage, type MessageRow, type MessagesRequest, readMessageRows, toMessage } from './message-rows.ts';

/** Reads the conversation with a page of its messages: the newest, or those before them. Marks nothing as read. */
export async function readAsFinder(conversation: OpenedConversation, request: MessagesRequest, services: Services) {
  const page = await readMessageRows(conversation.id, request, services);
  if (typeof page === 'string') return page;
  const { rows, ...rest } = page;
  const state = conversationStateOf(conversation);
  const { handedOverId, openedAt, hasWords, ...item } = await services.db
    .selectFrom('items')
    .select(['id', 'name', 'category', 'handedOverId'])
    .select(lastReading(conversation.id).as('openedAt'))
    .select(lastIsThere(conversation.id).as('hasWords'))
    .where('id', '=', conversation.itemId)
    .executeTakeFirstOrThrow();
  const tag = state === 'closed' && handedOverId ? await findTagInUse(handedOverId, services) : undefined;
  return {
    id: conversation.id,
    item: { ...item, category: item.category as Category },
    finderName: conversation.finderName,
    state,
    ...(tag && { newOwner: { hash: toItemHash(tag) } }),
    readByOperatorAt: openedAt?.toISOString() ?? null,
    messagesChangedAt: conversation.messagesChangedAt?.toISOString() ?? null,
    wordsExpired: haveWordsExpired(conversation),
    hasWords: hasWords ?? false,
    messages: await withShownNames(rows, services),
    ...rest,
  };
}

/** All that a finder wrote is deleted at once, so the last of it tells. */
function lastIsThere(conversationId: string) {
  return sql<boolean | null>`(
    select deleted_at is null from web_messages
    where conversation_id = ${conversationId} and author = 'finder' order by id desc limit 1
  )`;
}

/** Only of answers since their writer chose to show the name; an account that is gone shows none. */
async function withShownNames(rows: MessageRow[], services: Services): Promise<InboxMessage[]> {
  const uids = [...new Set(rows.flatMap(({ memberUid }) => memberUid ?? []))];
  const members =
    uids.length === 0
      ? []
      : await services.db
          .selectFrom('users')
          .select(['uid', 'displayName', 'nameShownAt'])
          .where('uid', 'in', uids)
          .where('nameShownAt', 'is not', null)
          .execute();
  const byUid = new Map(members.map((member) => [member.uid, member]));
  return rows.map((row) => {
    const member = byUid.get(row.memberUid ?? '');
    const isShown = member?.displayName && member.nameShownAt && member.nameShownAt <= row.createdAt;
    return { ...toMessage(row, services), ...(isShown && { by: member.displayName ?? '' }) };
  });
}

async function findTagInUse(itemId: string, { db }: Services): Promise<string | undefined> {
  const tag = await db
    .selectFrom('tags')
    .innerJoin('items', 'items.id', 'tags.itemId')
    .select('code')
    .where('itemId', '=', itemId)
    .where('status', '=', 'active')
    .where('deletedAt', 'is', null)
    .where('archivedAt', 'is', null)
    .where('frozenAt', 'is', null)
    .orderBy(sql`replaced_by is not null`)
    .orderBy('activatedAt')
    .limit(1)
    .executeTakeFirst();
  return tag?.code;
}

/** Marks the newest 200 messages as read, up to the last one shown. @returns false when that id is none of ours */
export async function markReadAsFinder(conversation: OpenedConversation, upTo: string, { events, keys }: Services) {
  const last = fromMessageId(upTo, keys);
  if (last === undefined) return false;
  const { id, ownerId } = conversation;
  await events.transaction(async (trx, publish) => {
    if (await markUpTo(id, last, trx)) await publishConversation(trx, publish, { id, ownerId });
  });
  return true;
}

async function markUpTo(conversationId: string, last: string, trx: Executor): Promise<boolean> {
  const ofConversation = trx.selectFrom('webMessages').select('id').where('conversationId', '=', conversationId);
  return hasChanged(
    trx
      .updateTable('webMessages')
      .set({ readByFinder: true })
      .where('id', 'in', ofConversation.orderBy('id', 'desc').limit(maxPageSize))
      .where('id', '<=', ofConversation.where('id', '=', last))
      .where('readByFinder', '=', false),
  );
}

export type FinderAnswer = {
  text: string;
  details?: Details | undefined;
  answer?: YesOrNo | undefined;
  language?: string | undefined;
  key: string;
  attempt?: string | undefined;
  upTo?: string | undefined;
  networkKey: string;
  /** It waited unsent for more than a day. */
  isLate: boolean;
};

/** `superseded`: a yes or no to what is not the owner's last question. `too-old`: it is late, and did not arrive before. */
export type AnswerResult = { state: 'sent' | 'blocked' | 'closed' | 'superseded' | 'too-old' } | OverLimit;

/** Adds a finder's answer. `sent` means stored; the same key and words add nothing, unless they were deleted meanwhile. The sender wrote here before, so haste or a missing form cookie does not hold it. */
export async function answerAsFinder(
  conversation: OpenedConversation,
  answer: FinderAnswer,
  services: Services,
): Promise<AnswerResult> {
  const { db, events, keys, limits } = services;
  const attemptKey = attemptKeyOf(conversation, answer, services);
  const earlier = { idempotencyKey: idempotencyKeyOf(conversation, answer, services), attemptKey };
  const idempotencyKey = await keyUnlessSent(db, earlier);
  if (idempotencyKey === undefined) return { state: 'sent' };
  if (answer.isLate) return { state: 'too-old' };
  const state = conversationStateOf(conversation);
  if (state !== 'open') return { state };
  const allowance = await takeAnswer({ networkKey: answer.networkKey, conversation }, limits);
  if (allowance.state === 'over-limit') return allowance;
  const { heldReason } = allowance;
  const seen = answer.upTo === undefined ? undefined : fromMessageId(answer.upTo, keys);

  const written = await events.transaction(async (trx, publish) => {
    const now = await lockState(trx, conversation.id);
    if (now !== 'open') return now;
    if (answer.answer && seen !== undefined && (await isAskedAfter(seen, conversation, trx))) return 'superseded';
    const { key: _key, attempt: _attempt, upTo: _upTo, networkKey: _network, isLate: _late, ...said } = answer;
    const message = { ...said, conversation, author: 'finder', heldReason, idempotencyKey, attemptKey } as const;
    const { row, added, members } = await addMessage(trx, message);
    if (!added) return now;
    await rememberLanguage(trx, conversation, answer.language);
    if (seen !== undefined) await markUpTo(conversation.id, seen, trx);
    await announceFinderMessage(trx, publish, { row, members }, services);
    return now;
  });
  return { state: written === 'open' ? 'sent' : written };
}

/** After them a yes or no to something earlier would be misread, or is not needed any more. */
const supersedingReplies = [...answerableReplies, 'returned', 'returned-elsewhere'];

async function isAskedAfter(messageId: string, { id }: { id: string }, trx: Executor): Promise<boolean> {
  return isThere(
    trx
      .selectFrom('webMessages')
      .select('id')
      .where('conversationId', '=', id)
      .where('author', '=', 'owner')
      .where('hiddenAs', 'is', null)
      .where('id', '>', messageId)
      .where((is) => is.or([is('meeting', 'is not', null), is('reply', 'in', supersedingReplies)]))
      .limit(1),
  );
}

/** The forms of a page share a key, and so do words that were changed after Back: other words are another sending. */
function idempotencyKeyOf({ id }: { id: string }, answer: FinderAnswer, { keys }: Services): string {
  const { key, text, details = null, answer: ready = null } = answer;
  const code = keys.code('sending', JSON.stringify([id, key, text, details, ready]));
  return `finder:${code.toString('base64url')}`;
}

function attemptKeyOf({ id }: { id: string }, answer: FinderAnswer, { keys }: Services): string | undefined {
  const { attempt, text, details = null, answer: ready = null } = answer;
  if (attempt === undefined) return undefined;
  return keys.code('attempt', JSON.stringify([id, attempt, text, details, ready])).toString('base64url');
}
