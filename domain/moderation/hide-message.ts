import { sql } from 'kysely';
import type { AuditChanges } from '../../server/db/tables/audit.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Services } from '../../server/services.ts';
import type { Act } from '../audit/contract/actions.ts';
import { recordAction } from '../audit/record-action.ts';
import { eraseFiles } from '../files/stored-files.ts';
import { isUnreadByOwner, lockState } from '../messages/conversations.ts';
import { fromMessageId, toMessageId } from '../messages/message-id.ts';
import { isPossiblyAutomatic } from '../messages/message-limits.ts';
import type { MessageRow } from '../messages/message-rows.ts';
import { deleteQuotes } from '../notifications/delete-quotes.ts';
import { publishConversation } from '../sharing/members.ts';
import { hiddenDays } from './contract/limits.ts';
import { openReadings } from './readings.ts';

type Administrator = { uid: string };
/**
 * Takes the words of a message away from both sides, who read that it is hidden. They are kept for 90 days for administrators. Hidden
 * again, nothing changes.
 * @returns `reason-needed` where the administrator gave no reason to read the conversation in the last 30 minutes
 */
export function hideMessage(admin: Administrator, { id }: { id: string }, services: Services) {
  return change(id, services, async (trx, publish, row) => {
    if (!(await openReadings(trx, admin, row.conversationId).executeTakeFirst())) return 'reason-needed';
    if (row.hiddenAs) return 'done';
    const state = shownState(row);
    await takeWords(trx, row, 'hidden', services);
    await record(trx, publish, { by: admin, act: 'hideMessage', row, state: [state, 'hidden'] }, services);
    return 'done';
  });
}

/** Shows a hidden message again, with its words; one that was not delivered is held again. @returns `gone` where the words are deleted */
export function unhideMessage(
  admin: Administrator,
  { id }: { id: string },
  services: Services,
): Promise<'done' | 'no-message' | 'reason-needed' | 'gone'> {
  return change(id, services, async (trx, publish, row) => {
    if (!(await openReadings(trx, admin, row.conversationId).executeTakeFirst())) return 'reason-needed';
    if (!row.hiddenAs) return 'done';
    const words = await trx.deleteFrom('hiddenWords').where('messageId', '=', row.id).returningAll().executeTakeFirst();
    if (!words) return 'gone';
    const changes = { ...saidIn(words), hiddenAs: null, readByOwner: row.readByOwner && !words.wasUnread };
    await trx.updateTable('webMessages').set(changes).where('id', '=', row.id).execute();
    const after = shownState({ ...row, readByOwner: !words.wasUnread });
    await record(trx, publish, { by: admin, act: 'unhideMessage', row, state: [row.hiddenAs, after] }, services);
    return 'done';
  });
}

/** Decides that a held message is never delivered: nobody is told of it, and its author reads that. The same again changes nothing. */
export function dismissHeldMessage(admin: Administrator, { id }: { id: string }, services: Services) {
  return change(id, services, async (trx, publish, row) => {
    if (row.hiddenAs) return 'done';
    if (!isPossiblyAutomatic(row.heldReason) || row.readByOwner) return 'too-late.read';
    await takeWords(trx, row, 'dismissed', services);
    await record(trx, publish, { by: admin, act: 'dismissHeldMessage', row, state: ['held', 'dismissed'] }, services);
    return 'done';
  });
}

export async function readHiddenWords(rows: MessageRow[], db: Executor): Promise<Map<string, Partial<MessageRow>>> {
  const ids = rows.filter(({ hiddenAs }) => hiddenAs).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const hidden = await db.selectFrom('hiddenWords').selectAll().where('messageId', 'in', ids).execute();
  return new Map(
    hidden.map(({ messageId, text, details, pictureId }) => [messageId, { text, details, pictureId, hiddenAs: null }]),
  );
}

const atOnce = 500;

/** Deletes what was hidden 90 days ago. That there was a message stays. */
export async function deleteHiddenWords(services: Services): Promise<void> {
  const { db } = services;
  for (;;) {
    const due = db
      .selectFrom('hiddenWords')
      .select('messageId')
      .where('hiddenAt', '<=', sql<Date>`now() - make_interval(days => ${hiddenDays})`)
      .limit(atOnce);
    const deleted = await db.deleteFrom('hiddenWords').where('messageId', 'in', due).returning('pictureId').execute();
    const pictures = deleted.flatMap(({ pictureId }) => pictureId ?? []);
    if (pictures.length > 0) {
      await db.deleteFrom('files').where('id', 'in', pictures).execute();
      await eraseFiles(pictures, services);
    }
    if (deleted.length < atOnce) return;
  }
}

/** Runs with the conversation locked, so that two administrators, or one and the sides, come one after the other. */
function change<Result extends string>(
  id: string,
  { events, keys }: Services,
  run: (trx: Executor, publish: Publish, row: MessageRow) => Promise<Result>,
): Promise<Result | 'no-message'> {
  const messageId = fromMessageId(id, keys);
  if (messageId === undefined) return Promise.resolve('no-message');
  return events.transaction(async (trx, publish) => {
    const messages = trx.selectFrom('webMessages').where('id', '=', messageId).where('deletedAt', 'is', null);
    const found = await messages.select('conversationId').executeTakeFirst();
    if (!found) return 'no-message';
    await lockState(trx, found.conversationId);
    const row = await messages.selectAll().executeTakeFirst();
    return row ? run(trx, publish, row) : 'no-message';
  });
}

async function takeWords(trx: Executor, row: MessageRow, as: 'hidden' | 'dismissed', services: Services) {
  const { id, conversationId, itemId, ownerId, readByOwner } = row;
  const hidden = { messageId: id, conversationId, ...saidIn(row), wasUnread: !readByOwner };
  await trx.insertInto('hiddenWords').values(hidden).execute();
  const changes = { text: '', details: null, pictureId: null, hiddenAs: as, readByOwner: true };
  await trx.updateTable('webMessages').set(changes).where('id', '=', id).execute();
  await trx.deleteFrom('unreadByMembers').where('messageId', '=', id).execute();
  await deleteQuotes(trx, { id: conversationId, ownerId, itemId }, services);
}

function shownState({ heldReason, readByOwner }: Pick<MessageRow, 'heldReason' | 'readByOwner'>): 'held' | 'delivered' {
  return isPossiblyAutomatic(heldReason) && !readByOwner ? 'held' : 'delivered';
}

function saidIn({ text, details, pictureId }: Pick<MessageRow, 'text' | 'details' | 'pictureId'>) {
  return { text, details: details && JSON.stringify(details), pictureId };
}

async function record(
  trx: Executor,
  publish: Publish,
  { by, act, row, state }: { by: Administrator; act: Act; row: MessageRow; state: [before: string, after: string] },
  { keys }: Services,
) {
  const id = row.conversationId;
  const { ownerId } = await trx
    .updateTable('conversations')
    .set({ messagesChangedAt: sql<Date>`now()`, unreadByOwner: isUnreadByOwner })
    .where('id', '=', id)
    .returning('ownerId')
    .executeTakeFirstOrThrow();
  const changes: AuditChanges = { message: [null, toMessageId(row.id, keys)], state };
  await recordAction(trx, { by, act, id, changes });
  const members = await publishConversation(trx, publish, { id, ownerId });
  for (const uid of [ownerId, ...members]) publish({ kind: 'unread', uid });
}
