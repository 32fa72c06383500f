import { type Selectable, sql } from 'kysely';
import { deleteInChunks } from '../../server/db/delete-in-chunks.ts';
import { newestAfter, type PageRequest, readPage } from '../../server/db/keyset.ts';
import type { Tables } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import type { OverLimit } from '../messages/message-limits.ts';
import { type SettledColumns, toSettled, withSettled } from '../moderation/mark-settled.ts';
import { mailTagReport } from '../notifications/tag-report-mail.ts';
import { type ReportReason, reportDays, type TagReport } from './contract/schema.ts';

export type NewReport = {
  code: string;
  conversationId?: string;
  reason: ReportReason;
  text: string;
  key: string;
  /** In which the reporter reads, as a BCP 47 tag. */
  language: string;
  networkKey: string;
};

/**
 * Stores a report about a tag and mails the operator. The same key and words add nothing. Its owner never learns of it: who reports may be afraid of
 * them. Limits count by network and tag, so that nobody keeps others from reporting.
 */
export async function reportTag(report: NewReport, installation: Installation): Promise<{ state: 'sent' } | OverLimit> {
  const { code, conversationId = null, reason, text, key, language, networkKey } = report;
  const { allowed, retryAfter } = await installation.limits.take('tag-report', `${networkKey}.${code}`);
  if (!allowed) return { state: 'over-limit', retryAfter };
  const sending = installation.keys.code('sending', JSON.stringify([code, key, reason, text]));
  const sendingKey = `report:${sending.toString('base64url')}`;
  await installation.events.transaction(async (trx, publish) => {
    const added = await trx
      .insertInto('tagReports')
      .values({ tagCode: code, conversationId, reason, text, language, sendingKey })
      .onConflict((conflict) => conflict.column('sendingKey').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) return;
    await mailTagReport(trx, { code, reason, text }, installation);
    publish({ kind: 'mail' });
  });
  return { state: 'sent' };
}

/** The code of a tag of the conversation's item, or the item's id, which is that of its first tag. */
export async function tagOfConversation({ itemId }: { itemId: string }, { db }: Installation): Promise<string> {
  const tag = await db
    .selectFrom('tags')
    .select('code')
    .where('itemId', '=', itemId)
    .orderBy('activatedAt')
    .limit(1)
    .executeTakeFirst();
  return tag?.code ?? itemId;
}

/** A page of the reports of the last 90 days, the newest first. @param open only those that no administrator is done with */
export async function listTagReports(
  { open, ...request }: PageRequest & { open?: boolean | undefined },
  { db, keys }: Installation,
): Promise<{ reports: TagReport[]; next?: string } | 'bad-cursor'> {
  const page = await readPage({
    ...request,
    list: open ? 'open-tag-reports' : 'tag-reports',
    positionOf: ({ exactly, id }: Row & { exactly: string }) => [exactly, id],
    keys,
    read: (position, limit) =>
      db
        .selectFrom('tagReports')
        .select(['id', 'tagCode', 'reason', 'text', 'language', 'createdAt', 'conversationId'])
        .$call(withSettled)
        .select(ownerOfTag.as('ownerUid'))
        .$if(open === true, (query) => query.where('settledAt', 'is', null))
        .$call(newestAfter(position, limit))
        .execute(),
  });
  if (page === 'bad-cursor') return page;
  return { reports: page.rows.map(toReport), ...(page.next !== undefined && { next: page.next }) };
}

export function deleteOldTagReports({ db }: Installation): Promise<void> {
  const end = sql`now() - make_interval(days => ${reportDays})`;
  return deleteInChunks(db, { table: 'tag_reports', time: sql`created_at`, end });
}

const ownerOfTag = sql<string | null>`(
  select items.owner_id from tags join items on items.id = tags.item_id where tags.code = tag_code)`;

type Row = Pick<
  Selectable<Tables['tagReports']>,
  keyof Omit<TagReport, 'code' | 'ownerUid' | 'reportedAt' | 'settled'> | 'tagCode' | 'createdAt'
> &
  SettledColumns & { ownerUid: string | null };

function toReport({
  id,
  tagCode,
  reason,
  text,
  language,
  createdAt,
  conversationId,
  ownerUid,
  ...row
}: Row): TagReport {
  const reportedAt = createdAt.toISOString();
  const settled = toSettled(row);
  return { id, code: tagCode, ownerUid, reason, text, language, reportedAt, conversationId, settled };
}
