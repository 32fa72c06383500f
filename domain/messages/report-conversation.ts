import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import { deleteOlder, hasChanged } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { uidOf } from '../accounts/account-rows.ts';
import { readWhole, reportedOf } from '../files/stored-files.ts';
import { byName } from '../lists/name-order.ts';
import { readTable } from '../lists/read-table.ts';
import type { reportsRequest } from '../moderation/contract/reports.ts';
import { reportMails } from '../moderation/report-mails.ts';
import { isInState, showSettled, withSettled } from '../moderation/settle.ts';
import { isReadableBy } from '../sharing/members.ts';
import { keptReportedDays, mostReported } from './contract/limits.ts';
import { type ConversationReport, reportedMessage } from './contract/report.ts';
import type { ReportReason } from './contract/report-reasons.ts';
import { lockState } from './conversations.ts';
import type { Reader } from './inbox.ts';
import { withoutWarning } from './message-rows.ts';

/** Keeps the newest messages and pictures for the operator for 90 days, whatever is deleted. The same key reports once. */
export function reportConversation(
  reader: Reader,
  { id, key, reason, note }: ConversationReport & { id: string; key: string },
  services: Services,
): Promise<boolean> {
  return services.events.transaction(async (trx, publish) => {
    const conversation = await trx
      .selectFrom('conversations')
      .innerJoin('items', 'items.id', 'conversations.itemId')
      .select(['conversations.id', 'items.name', 'finderName'])
      .where('conversations.id', '=', id)
      .where(isReadableBy(reader))
      .executeTakeFirst();
    if (!conversation) return false;
    // So that a deletion is over before, or finds what the report keeps.
    await lockState(trx, id);
    const messages = await readNewest(trx, id, services);
    const report = {
      id: randomBytes(16).toString('base64url'),
      uid: reader.uid,
      conversationId: id,
      itemName: conversation.name,
      finderName: conversation.finderName,
      reason,
      note,
      messages: JSON.stringify(messages),
      creationKey: `${reader.uid}:${key}`,
    };
    const added = trx.insertInto('reports').values(report);
    if (await hasChanged(added.onConflict((conflict) => conflict.column('creationKey').doNothing()))) {
      const pictures = messages.flatMap(({ pictureId }) => (pictureId ? { reportId: report.id, pictureId } : []));
      if (pictures.length > 0) await trx.insertInto('reportedPictures').values(pictures).execute();
      publish({ kind: 'needs' });
      await reportMails.conversationReported(trx, report, services);
    }
    return true;
  });
}

async function readNewest(trx: Executor, conversationId: string, { keys }: Services) {
  const rows = await trx
    .selectFrom('webMessages')
    .selectAll()
    .where('conversationId', '=', conversationId)
    .orderBy('id', 'desc')
    .limit(mostReported)
    .execute();
  return rows.reverse().map((row) => {
    const { author, text, answer, sentAt, details, pictureId, reply, meeting } = withoutWarning(row, keys);
    return { author, text, answer, sentAt, details, pictureId, reply, meeting };
  });
}

/** A page of the reports. For administrators. Searched for is the address or uid of who reported, a conversation, or the start of an item's name. */
export function listReports(request: z.output<typeof reportsRequest>, services: Services) {
  return readTable(request, services, {
    name: 'reports',
    sorts: { time: { column: 'createdAt', type: 'timestamptz' }, item: byName(sql`item_name`) },
    rows: services.db
      .selectFrom('reports')
      .select(['id', 'createdAt as reportedAt', 'note', 'conversationId', 'itemName', 'finderName', 'messages'])
      .select(sql<ReportReason>`reason`.as('reason'))
      .select(
        sql<string[]>`array(select picture_id from reported_pictures where report_id = reports.id)`.as('pictures'),
      )
      .select(sql<string>`coalesce((select email from users where users.uid = reports.uid), '')`.as('reporter'))
      .$call(withSettled)
      .where(isInState(request.state)),
    fitting,
    show: ({ messages, ...row }) => ({
      ...showSettled(row),
      messages: messages.map((message) => reportedMessage.parse({ ...notSetAsideBefore, ...(message as object) })),
    }),
  });
}

/** Copies of earlier releases have no ready replies and no meetings. */
const notSetAsideBefore = { reply: null, meeting: null };

async function fitting(search: string, { db }: Pick<Services, 'db'>) {
  const reporter = search.includes('@') ? ((await uidOf(search, db).executeTakeFirst())?.id ?? search) : search;
  return { name: sql`item_name`, or: sql<boolean>`(uid = ${reporter} or conversation_id = ${search})` };
}

export async function readReportedPicture({ id, side }: { id: string; side: number }, { db, files }: Services) {
  const isReported = (await reportedOf([id], db)).has(id);
  return isReported ? readWhole(id, side, files) : null;
}

/** Their pictures are deleted with other files that nothing names. */
export function deleteOldReports({ db }: Services): Promise<void> {
  return deleteOlder(db, 'reports', 'created_at', keptReportedDays);
}
