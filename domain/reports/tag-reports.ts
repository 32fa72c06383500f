import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { Page } from '../../server/db/keyset.ts';
import { deleteInChunks } from '../../server/db/statements.ts';
import type { Tables } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { TagReportReason } from '../items/contract/administered-tag.ts';
import { findTagCode } from '../items/tag-codes.ts';
import { readTable } from '../lists/read-table.ts';
import type { OverLimit } from '../messages/message-limits.ts';
import type { tagReportsRequest } from '../moderation/contract/told.ts';
import { isInState, type SettledColumns, toSettled, withSettled } from '../moderation/settle.ts';
import { toldMails } from '../moderation/told-mails.ts';
import { reportDays, type TagReport } from './contract/schema.ts';

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
    const added = await trx
      .insertInto('tagReports')
      .values({ tagCode: code, conversationId, reason, text, language, idempotencyKey })
      .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) return;
    if ((await services.limits.take('report-mails-day', 'operator')).allowed)
      await toldMails.tagReported(trx, { code, reason, text }, services);
    publish({ kind: 'mail' });
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
export async function listTagReports(
  request: z.output<typeof tagReportsRequest>,
  services: Services,
): Promise<Page<TagReport> | 'bad-cursor'> {
  const { db, keys } = services;
  const page = await readTable(request, {
    name: 'tag-reports',
    keys,
    sorts: {
      time: { column: 'createdAt', type: 'timestamptz' },
      code: { column: 'tagCode', type: 'text' },
    },
    rows: db
      .selectFrom('tagReports')
      .select(['id', 'tagCode', 'reason', 'text', 'language', 'createdAt', 'conversationId'])
      .select([ownerOfTag('uid').as('ownerUid'), ownerOfTag('disabled_at').as('ownerDisabledAt')])
      .$call(withSettled)
      .where(isInState(request.state))
      .where(await isFound(request.search, services)),
  });
  return page === 'bad-cursor' ? page : { ...page, rows: page.rows.map(toReport) };
}

async function isFound(search: string, services: Services) {
  if (!search) return sql<boolean>`true`;
  const code = await findTagCode(search, services);
  return code ? sql<boolean>`tag_code = ${code}` : sql<boolean>`conversation_id = ${search}`;
}

export function deleteOldTagReports({ db }: Services): Promise<void> {
  const end = sql`now() - make_interval(days => ${reportDays})`;
  return deleteInChunks(db, { table: 'tag_reports', time: sql`created_at`, end });
}

function ownerOfTag(column: 'uid' | 'disabled_at') {
  return sql<string | null>`(
    select ${sql.ref(`users.${column}`)}::text from tags
      join items on items.id = tags.item_id
      join users on users.uid = items.owner_id
    where tags.code = tag_reports.tag_code)`;
}

type Row = Pick<
  Selectable<Tables['tagReports']>,
  'id' | 'tagCode' | 'reason' | 'text' | 'language' | 'createdAt' | 'conversationId'
> &
  SettledColumns & { ownerUid: string | null; ownerDisabledAt: string | null };

function toReport({ id, tagCode, reason, text, language, createdAt, conversationId, ...row }: Row): TagReport {
  return {
    id,
    code: tagCode,
    owner: row.ownerUid === null ? null : { uid: row.ownerUid, disabled: row.ownerDisabledAt !== null },
    reason,
    text,
    language,
    reportedAt: createdAt.toISOString(),
    conversationId,
    settled: toSettled(row),
  };
}
