import { sql } from 'kysely';
import type { z } from 'zod';
import { deleteOlder, hasChanged } from '../../server/db/statements.ts';
import type { Services } from '../../server/services.ts';
import type { TagReportReason } from '../items/contract/tag-actions.ts';
import { findTagCode } from '../items/tag-codes.ts';
import { readTable } from '../lists/read-table.ts';
import type { OverLimit } from '../messages/message-limits.ts';
import type { tagReportsRequest } from '../moderation/contract/reports.ts';
import { reportMails } from '../moderation/report-mails.ts';
import { isInState, showSettled, withSettled } from '../moderation/settle.ts';
import { reportDays } from './contract/schema.ts';

export type NewReport = {
  code: string;
  conversationId?: string;
  reason: TagReportReason;
  text: string;
  key: string;
  language: string;
  networkKey: string;
};

/** The owner never learns of it: reporters may be afraid. Limits count by network and tag, so nobody keeps others from it. */
export async function reportTag(report: NewReport, services: Services): Promise<{ state: 'sent' } | OverLimit> {
  const { code, conversationId = null, reason, text, key, language, networkKey } = report;
  const { allowed, retryAfter } = await services.limits.take('tag-report', `${networkKey}.${code}`);
  if (!allowed) return { state: 'over-limit', retryAfter };
  const sending = services.keys.code('sending', JSON.stringify([code, key, reason, text]));
  const idempotencyKey = `report:${sending.toString('base64url')}`;
  await services.events.transaction(async (trx, publish) => {
    const added = trx
      .insertInto('tagReports')
      .values({ tagCode: code, conversationId, reason, text, language, idempotencyKey })
      .onConflict((conflict) => conflict.column('idempotencyKey').doNothing());
    if (!(await hasChanged(added))) return;
    if ((await services.limits.take('report-mails-day', 'operator')).allowed)
      await reportMails.tagReported(trx, { code, reason, text }, services);
    publish({ kind: 'needs' });
  });
  return { state: 'sent' };
}

/** The code of a tag of the conversation's item, or the item's id, which is that of its first tag. */
export async function tagOfConversation({ itemId }: { itemId: string }, { db }: Services): Promise<string> {
  const tag = await db
    .selectFrom('tags')
    .select('code')
    .where('itemId', '=', itemId)
    .orderBy('activatedAt')
    .limit(1)
    .executeTakeFirst();
  return tag?.code ?? itemId;
}

/** A page of the reports about tags. Searched for is a tag by its code, hash or address, or a conversation. */
export async function listTagReports(request: z.output<typeof tagReportsRequest>, services: Services) {
  const found = await isFound(request.search, services);
  return readTable(request, services, {
    name: 'tag-reports',
    sorts: { time: { column: 'createdAt', type: 'timestamptz' }, code: { column: 'tagCode', type: 'text' } },
    rows: services.db
      .selectFrom('tagReports')
      .select(['id', 'tagCode as code', 'reason', 'text', 'language', 'createdAt as reportedAt', 'conversationId'])
      .select(ownerOfTag.as('owner'))
      .$call(withSettled)
      .where(isInState(request.state))
      .where(found),
    show: showSettled,
  });
}

async function isFound(search: string, services: Services) {
  if (!search) return sql<boolean>`true`;
  const code = await findTagCode(search, services);
  return code ? sql<boolean>`tag_code = ${code}` : sql<boolean>`conversation_id = ${search}`;
}

export function deleteOldTagReports({ db }: Services): Promise<void> {
  return deleteOlder(db, 'tag_reports', 'created_at', reportDays);
}

const ownerOfTag = sql<{ uid: string; disabled: boolean } | null>`(
  select jsonb_build_object('uid', users.uid, 'disabled', users.disabled_at is not null) from tags
    join items on items.id = tags.item_id
    join users on users.uid = items.owner_id
  where tags.code = tag_reports.tag_code)`;
