import { sql } from 'kysely';
import { isThere } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Services } from '../../server/services.ts';
import { eraseFiles } from '../files/stored-files.ts';
import { deleteQuotes } from '../notifications/delete-quotes.ts';
import { endReplyNotifications } from '../notifications/reply-contacts.ts';
import { publishConversation } from '../sharing/members.ts';
import { idleDays, keptAfterClosingDays } from './contract/limits.ts';
import { isUnreadByOwner } from './conversations.ts';

const atOnce = 200;
const messagesAtOnce = 1_000;

/** Deletes all that the finder wrote, also where mails quote it or an administrator hid it; that there was a message stays. */
export async function deleteFinderWords({ id }: { id: string }, services: Services): Promise<void> {
  const files = await services.events.transaction((trx, publish) => deleteWords(trx, publish, id, services));
  await services.deletions.record('finder-words', id);
  await eraseFiles(files, services);
}

export async function hasFinderWords(id: string, db: Executor): Promise<boolean> {
  return isThere(wordsOfFinder(id, db).limit(1));
}

/** Closes conversations in which nobody wrote for 180 days. */
export async function closeIdleConversations({ events }: Services): Promise<void> {
  let closed: number;
  do {
    closed = await events.transaction(async (trx, publish) => {
      const rows = await trx
        .with('oldest', (step) =>
          step
            .selectFrom('conversations')
            .select(['id', 'lastMessageId'])
            .where('closedAt', 'is', null)
            .where('lastMessageId', 'is not', null)
            .orderBy('lastMessageId')
            .limit(atOnce)
            .forNoKeyUpdate()
            .skipLocked(),
        )
        .updateTable('conversations')
        .from('oldest')
        .innerJoin('webMessages', 'webMessages.id', 'oldest.lastMessageId')
        .set({ closedAt: sql<Date>`now()` })
        .whereRef('conversations.id', '=', 'oldest.id')
        .where('webMessages.createdAt', '<=', sql<Date>`now() - make_interval(days => ${idleDays})`)
        .returning(['conversations.id', 'conversations.ownerId'])
        .execute();
      const ids = rows.map(({ id }) => id);
      await endReplyNotifications(trx, ids);
      for (const row of rows) await publishConversation(trx, publish, row);
      return rows.length;
    });
  } while (closed === atOnce);
}

/** Deletes what finders wrote in conversations that were closed 90 days ago. */
export async function deleteOldFinderWords(services: Services): Promise<void> {
  for (;;) {
    const deleted = await services.events.transaction(async (trx, publish) => {
      const due = await trx
        .selectFrom('conversations')
        .select('id')
        .where('closedAt', '<=', sql<Date>`now() - make_interval(days => ${keptAfterClosingDays})`)
        .where(sql<boolean>`coalesce(words_deleted_at < closed_at, true)`)
        .orderBy('closedAt')
        .limit(1)
        .forNoKeyUpdate()
        .skipLocked()
        .executeTakeFirst();
      return due && deleteWords(trx, publish, due.id, services);
    });
    if (!deleted) return;
    await eraseFiles(deleted, services);
  }
}

/** @returns ids of files, for `eraseFiles` after the transaction */
async function deleteWords(trx: Executor, publish: Publish, id: string, services: Services): Promise<string[]> {
  const conversation = await trx
    .updateTable('conversations')
    .set({ finderName: null, wordsDeletedAt: sql<Date>`now()`, messagesChangedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .returning(['id', 'ownerId', 'itemId'])
    .executeTakeFirst();
  if (!conversation) return [];
  const ofFinder = wordsOfFinder(id, trx).orderBy('id').limit(messagesAtOnce);
  const hidden = await trx
    .deleteFrom('hiddenWords')
    .where('conversationId', '=', id)
    .where((row) =>
      row(
        'messageId',
        'in',
        row.selectFrom('webMessages').select('id').where('conversationId', '=', id).where('author', '=', 'finder'),
      ),
    )
    .returning('pictureId')
    .execute();
  const pictures = hidden.flatMap(({ pictureId }) => pictureId ?? []);
  for (;;) {
    const withPicture = await trx
      .selectFrom('webMessages')
      .select('pictureId')
      .where('id', 'in', ofFinder)
      .where('pictureId', 'is not', null)
      .execute();
    pictures.push(...withPicture.flatMap(({ pictureId }) => pictureId ?? []));
    const { numUpdatedRows } = await trx
      .updateTable('webMessages')
      .set({ text: '', answer: null, details: null, pictureId: null, readByOwner: true, deletedAt: sql<Date>`now()` })
      .where((row) => sql`${row.ref('id')} = any(array(${ofFinder}))`)
      .executeTakeFirst();
    if (numUpdatedRows < messagesAtOnce) break;
  }
  if (pictures.length > 0) await trx.deleteFrom('files').where('id', 'in', pictures).execute();
  await endUnread(trx, id);
  await deleteQuotes(trx, conversation, services);
  await endReplyNotifications(trx, [id]);
  const readers = [conversation.ownerId, ...(await publishConversation(trx, publish, conversation))];
  for (const uid of readers) publish({ kind: 'unread', uid });
  return pictures;
}

function wordsOfFinder(id: string, db: Executor) {
  return (
    db
      .selectFrom('webMessages')
      .select('id')
      .where('conversationId', '=', id)
      .where('author', '=', 'finder')
      .where('deletedAt', 'is', null)
      // An imported message may have no words to delete.
      .where(sql<boolean>`(text <> '' or num_nonnulls(answer, details, picture_id, hidden_as) > 0)`)
  );
}

/** What nobody can read any more does not count as unread. */
async function endUnread(trx: Executor, id: string): Promise<void> {
  const deleted = trx.selectFrom('webMessages').select('id').where('conversationId', '=', id);
  await trx
    .deleteFrom('unreadByMembers')
    .where('conversationId', '=', id)
    .where('messageId', 'in', deleted.where('deletedAt', 'is not', null))
    .execute();
  await trx.updateTable('conversations').set({ unreadByOwner: isUnreadByOwner }).where('id', '=', id).execute();
}
