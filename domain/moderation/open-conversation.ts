import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PageRequest } from '../../server/db/keyset.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { recordAct } from '../audit/record-act.ts';
import { fromMessageId } from '../messages/message-id.ts';
import { readMessageRows, withoutWarning } from '../messages/message-rows.ts';
import { mailConversationRead } from '../notifications/reading-mail.ts';
import { readersBesidesOwner } from '../sharing/members.ts';
import { readingMinutes } from './contract/limits.ts';
import type { OpenedForModeration, ReadingAbout, ReadingReason } from './contract/reading.ts';

type Administrator = { uid: string };

/**
 * Lets an administrator read a conversation for 30 minutes, and tells its owner why. The same reason again, while it is open, adds nothing.
 * @returns `not-about-it` where what it is read for is not there or about another conversation
 */
export function openConversation(
  admin: Administrator,
  { id, reason, about }: ReadingReason & { id: string },
  installation: Installation,
): Promise<'opened' | 'no-conversation' | 'not-about-it'> {
  return installation.events.transaction(async (trx, publish) => {
    const conversation = await trx
      .selectFrom('conversations')
      .select(['id', 'ownerId', 'itemId'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!conversation) return 'no-conversation';
    if (!(await isAbout(trx, about, conversation, installation))) return 'not-about-it';
    const open = openReadings(trx, admin, id).where('reason', '=', reason).where('aboutId', '=', about.id);
    if (await open.executeTakeFirst()) return 'opened';
    const reading = { conversationId: id, adminUid: admin.uid, reason, aboutKind: about.kind, aboutId: about.id };
    await trx
      .insertInto('messageReadings')
      .values({ id: randomUUID(), ...reading })
      .execute();
    const subject = { kind: 'conversation', id } as const;
    const changes = { about: [null, `${about.kind} ${about.id}`] as [null, string] };
    await recordAct(trx, { by: admin, act: 'openConversationAsAdmin', subject, changes });
    await mailConversationRead(trx, conversation, reason, installation);
    const { ownerId } = conversation;
    publish({ kind: 'conversation', id, ownerId, members: await readersBesidesOwner(trx, id) }, { kind: 'mail' });
    return 'opened';
  });
}

/** A page of the messages of a conversation that the administrator opened in the last 30 minutes; `not-open` also where there is none. */
export async function readOpenedConversation(
  admin: Administrator,
  { id, ...request }: PageRequest & { id: string },
  installation: Installation,
): Promise<OpenedForModeration | 'not-open' | 'bad-cursor'> {
  const { db } = installation;
  const reading = await openReadings(db, admin, id).executeTakeFirst();
  if (!reading) return 'not-open';
  const { uid, email, itemName, finderName, blockedAt, closedAt } = await db
    .selectFrom('conversations')
    .innerJoin('items', 'items.id', 'conversations.itemId')
    .innerJoin('users', 'users.uid', 'conversations.ownerId')
    .select(['uid', 'email', 'items.name as itemName', 'finderName', 'blockedAt', 'conversations.closedAt'])
    .where('conversations.id', '=', id)
    .executeTakeFirstOrThrow();
  const page = await readMessageRows(id, request, installation);
  if (page === 'bad-message-id' || page === 'bad-cursor') return 'bad-cursor';
  const { rows, ...rest } = page;
  return {
    id,
    itemName,
    owner: { uid, email },
    finderName,
    blocked: blockedAt !== null,
    closed: closedAt !== null,
    openUntil: new Date(reading.createdAt.getTime() + readingMinutes * 60_000).toISOString(),
    messages: rows.map((row) => withoutWarning(row, installation.keys)),
    ...rest,
  };
}

function openReadings(db: Executor, { uid }: Administrator, conversationId: string) {
  return db
    .selectFrom('messageReadings')
    .select('createdAt')
    .where('conversationId', '=', conversationId)
    .where('adminUid', '=', uid)
    .where('createdAt', '>', sql<Date>`now() - make_interval(mins => ${readingMinutes})`)
    .orderBy('createdAt', 'desc')
    .limit(1);
}

type Conversation = { id: string; itemId: string };

/** Whether what an administrator names is there and about the conversation; a contact request need not be. */
export async function isAbout(
  trx: Executor,
  { kind, id }: ReadingAbout,
  conversation: Conversation,
  { keys }: Installation,
): Promise<boolean> {
  const found = {
    report: () => trx.selectFrom('reports').select('id').where('id', '=', id).where(ofConversation(conversation)),
    'tag-report': () =>
      trx
        .selectFrom('tagReports')
        .innerJoin('tags', 'tags.code', 'tagReports.tagCode')
        .select('tagReports.id')
        .where(sql<boolean>`tag_reports.id::text = ${id}`)
        .where('tags.itemId', '=', conversation.itemId),
    'held-message': () =>
      trx
        .selectFrom('webMessages')
        .select('id')
        .where('id', '=', fromMessageId(id, keys) ?? '0')
        .where('heldReason', 'is not', null)
        .where(ofConversation(conversation)),
    'contact-request': () => trx.selectFrom('contactRequests').select('id').where('id', '=', id),
  }[kind]();
  return (await found.executeTakeFirst()) !== undefined;
}

function ofConversation({ id }: Conversation) {
  return sql<boolean>`conversation_id = ${id}`;
}
