import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { deleteInChunks } from '../../server/db/delete-in-chunks.ts';
import { comesAfter, exactTime, type PageRequest, readPage } from '../../server/db/keyset.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { toSettled, withSettled } from '../moderation/mark-settled.ts';
import { mailReport } from '../notifications/report-mail.ts';
import { isReadableBy } from '../sharing/members.ts';
import { keptReportedDays, mostReported } from './contract/limits.ts';
import { type ConversationReport, type Report, reportedMessage } from './contract/report.ts';
import type { Reader } from './inbox.ts';
import { toMessage } from './message-rows.ts';

/**
 * Sets the newest messages of a conversation aside for the operator, for 90 days, whatever is deleted meanwhile. The same key reports once.
 * @returns false when the reader may not read the conversation
 */
export function reportConversation(
  reader: Reader,
  { id, key, reason, note }: ConversationReport & { id: string; key: string },
  installation: Installation,
): Promise<boolean> {
  return installation.events.transaction(async (trx, publish) => {
    const conversation = await trx
      .selectFrom('conversations')
      .innerJoin('items', 'items.id', 'conversations.itemId')
      .select(['conversations.id', 'items.name', 'finderName'])
      .where('conversations.id', '=', id)
      .where(isReadableBy(reader))
      .executeTakeFirst();
    if (!conversation) return false;
    const report = {
      id: randomBytes(16).toString('base64url'),
      uid: reader.uid,
      conversationId: id,
      itemName: conversation.name,
      finderName: conversation.finderName,
      reason,
      note,
      messages: JSON.stringify(await readNewest(trx, id, installation)),
      creationKey: `${reader.uid}:${key}`,
    };
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('reports')
      .values(report)
      .onConflict((conflict) => conflict.column('creationKey').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows) {
      publish({ kind: 'needs' });
      await mailReport(trx, publish, report, installation);
    }
    return true;
  });
}

async function readNewest(trx: Executor, conversationId: string, { keys }: Installation) {
  const rows = await trx
    .selectFrom('webMessages')
    .selectAll()
    .where('conversationId', '=', conversationId)
    .orderBy('id', 'desc')
    .limit(mostReported)
    .execute();
  return rows.reverse().map((row) => {
    const { author, text, answer, sentAt, details, pictureId } = toMessage(row, keys);
    return { author, text, answer, sentAt, details, pictureId };
  });
}

/** A page of all reports, the newest first. For administrators. @param open only those that none is done with */
export async function listReports(
  { open, ...request }: PageRequest & { open?: boolean | undefined },
  { db, keys }: Installation,
): Promise<{ reports: Report[]; next?: string } | 'bad-cursor'> {
  const page = await readPage({
    ...request,
    list: open ? 'open-reports' : 'reports',
    keys,
    read: (position, limit) =>
      db
        .selectFrom('reports')
        .innerJoin('users', 'users.uid', 'reports.uid')
        .selectAll('reports')
        .$call(withSettled)
        .select(['users.email as reporter', exactTime('reports.createdAt').as('exactly')])
        .$if(open === true, (query) => query.where('settledAt', 'is', null))
        .where(comesAfter(position, 'reports.createdAt', 'reports.id'))
        .orderBy('reports.createdAt', 'desc')
        .orderBy('reports.id', 'desc')
        .limit(limit)
        .execute(),
    positionOf: ({ exactly, id }) => [exactly, id],
  });
  if (page === 'bad-cursor') return page;
  const { rows, ...rest } = page;
  const reports = rows.map(
    ({ id, createdAt, reporter, reason, note, conversationId, itemName, finderName, messages, ...row }) => ({
      id,
      reportedAt: createdAt.toISOString(),
      reporter,
      reason: reason as Report['reason'],
      note,
      conversationId,
      itemName,
      finderName,
      messages: messages.map((message) => reportedMessage.parse(message)),
      settled: toSettled(row),
    }),
  );
  return { reports, ...rest };
}

export function deleteOldReports({ db }: Installation): Promise<void> {
  const end = sql`now() - make_interval(days => ${keptReportedDays})`;
  return deleteInChunks(db, { table: 'reports', time: sql`created_at`, end });
}
