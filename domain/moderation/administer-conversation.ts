import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PageRequest } from '../../server/db/keyset.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { recordAction } from '../audit/record-action.ts';
import { haveWordsExpired } from '../messages/conversations.ts';
import { type MessageRow, readMessageRows, withoutWarning } from '../messages/message-rows.ts';
import { conversationMails } from '../notifications/conversation-mails.ts';
import { endReplyNotifications } from '../notifications/reply-contacts.ts';
import { publishConversation } from '../sharing/members.ts';
import { readNetwork } from './blocked-networks.ts';
import { readingMinutes } from './contract/limits.ts';
import type { OpenedForModeration, ReadingAbout, ReadingReason } from './contract/reading.ts';
import { readHiddenWords } from './hide-message.ts';
import { onConversation, openReadings } from './readings.ts';
import { markSettled, type SettledBefore } from './settle.ts';

type Administrator = { uid: string };

/** Lets an administrator read it for 30 minutes and tells its owner why. The same reason meanwhile adds nothing. */
export function openConversation(
  admin: Administrator,
  { id, reason, about }: ReadingReason & { id: string },
  services: Services,
): Promise<'done' | 'no-conversation' | 'not-about-it'> {
  return onConversation<'done'>({ id, about }, services, async (trx, publish, conversation) => {
    const open = openReadings(trx, admin, id).where('reason', '=', reason).where('aboutId', '=', about.id);
    if (await open.executeTakeFirst()) return 'done';
    const reading = { conversationId: id, adminUid: admin.uid, reason, aboutKind: about.kind, aboutId: about.id };
    const row = { id: randomUUID(), ...reading };
    await trx.insertInto('messageReadings').values(row).execute();
    const changes = { about: [null, `${about.kind} ${about.id}`] as [null, string] };
    await recordAction(trx, { by: admin, act: 'openConversationAsAdmin', id, changes });
    await conversationMails.read(trx, { of: conversation, reason }, services);
    await publishConversation(trx, publish, conversation);
    return 'done';
  });
}

/** A page of the messages of a conversation that the administrator opened in the last 30 minutes; `reason-needed` also where there is none. */
export async function readOpenedConversation(
  admin: Administrator,
  { id, ...request }: PageRequest & { id: string },
  services: Services,
): Promise<OpenedForModeration | 'reason-needed' | 'bad-cursor'> {
  const { db } = services;
  const reading = await openReadings(db, admin, id).executeTakeFirst();
  if (!reading) return 'reason-needed';
  const { uid, email, disabledAt, itemName, finderName, blockedAt, closedAt, wordsDeletedAt, ...begun } = await db
    .selectFrom('conversations')
    .innerJoin('items', 'items.id', 'conversations.itemId')
    .innerJoin('users', 'users.uid', 'conversations.ownerId')
    .select(['uid', 'email', 'disabledAt', 'items.name as itemName', 'finderName', 'blockedAt'])
    .select(['conversations.closedAt', 'networkKey', 'conversations.createdAt', 'wordsDeletedAt'])
    .where('conversations.id', '=', id)
    .executeTakeFirstOrThrow();
  const page = await readMessageRows(id, request, services);
  if (page === 'bad-message-id' || page === 'bad-cursor') return 'bad-cursor';
  const { rows, ...rest } = page;
  const words = await readHiddenWords(rows, db);
  const members = await readMembers(rows, db);
  return {
    id,
    itemName,
    owner: { uid, email, disabled: disabledAt !== null },
    finderName,
    blocked: blockedAt !== null,
    closed: closedAt !== null,
    wordsExpired: haveWordsExpired({ closedAt, wordsDeletedAt }),
    network: await readNetwork(begun, db),
    openUntil: new Date(reading.createdAt.getTime() + readingMinutes * 60_000).toISOString(),
    messages: rows.map((row) => ({
      ...withoutWarning({ ...row, ...words.get(row.id) }, services.keys),
      hidden: row.hiddenAs,
      ...(row.byMember && { member: members.get(row.memberUid ?? '') ?? null }),
    })),
    ...rest,
  };
}

async function readMembers(rows: MessageRow[], db: Executor): Promise<Map<string, { uid: string; email: string }>> {
  const uids = rows.flatMap(({ memberUid }) => memberUid ?? []);
  if (uids.length === 0) return new Map();
  const accounts = await db.selectFrom('users').select(['uid', 'email']).where('uid', 'in', uids).execute();
  return new Map(accounts.map((account) => [account.uid, account]));
}

/** Closes a conversation, settles what that is about, and mails owner and finder. Closing it again tells nobody. */
export function closeConversation(
  admin: { uid: string },
  { id, about }: { id: string; about: ReadingAbout },
  services: Services,
): Promise<'done' | 'no-conversation' | 'not-about-it' | SettledBefore> {
  return onConversation({ id, about }, services, async (trx, publish, conversation) => {
    const { kind } = about;
    if (kind !== 'held-message') {
      const marked = await markSettled(trx, publish, admin, { kind, id: about.id, decision: 'closed' });
      if (marked.state === 'settled-before') return marked;
    }
    if (conversation.closedAt) return 'done';
    await trx.updateTable('conversations').set({ closedAt: sql<Date>`now()` }).where('id', '=', id).execute();
    await recordAction(trx, {
      by: admin,
      act: 'closeConversationAsAdmin',
      id,
      changes: { about: [null, `${kind} ${about.id}`], state: ['open', 'closed'] },
    });
    await conversationMails.closed(trx, { of: conversation }, services);
    await endReplyNotifications(trx, [id]);
    await publishConversation(trx, publish, conversation);
    return 'done';
  });
}
