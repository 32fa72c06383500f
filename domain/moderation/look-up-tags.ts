import { sql } from 'kysely';
import { isoTimes } from '../../server/db/keyset.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { Act } from '../audit/contract/actions.ts';
import type { AdministeredTag } from '../items/contract/administered-tag.ts';
import { toItemHash } from '../items/contract/item-hash.ts';
import { tagActionReasons } from '../items/contract/tag-actions.ts';
import { itemHash } from '../items/items.ts';

const mostReports = 20;
const mostActions = 50;

export async function readAdministeredTag(code: string, { db }: Pick<Services, 'db'>) {
  const row = await db
    .selectFrom('tags')
    .leftJoin('tagBatches', 'tagBatches.id', 'tags.batchId')
    .leftJoin('items', 'items.id', 'tags.itemId')
    .leftJoin('users', (join) => join.on(sql<boolean>`users.uid = coalesce(items.owner_id, tag_batches.owner_id)`))
    .select(['tags.status', 'tags.frozenAt', 'tags.createdAt', 'tags.activatedAt', 'tags.retiredAt'])
    .select(['tags.replacedBy', 'tags.replacedAt', 'tags.itemId', 'items.tagCode', 'items.deletedAt'])
    .select([batchOfTag.as('batch'), ownerOfTag.as('owner'), replacedTag.as('replaces'), openingsOfTag.as('openings')])
    .where('tags.code', '=', code)
    .executeTakeFirst();
  if (!row) return undefined;
  const { itemId, tagCode, deletedAt, ...tag } = row;
  return {
    ...isoTimes(tag),
    code,
    hash: toItemHash(code),
    item: itemId ? { id: itemId, deleted: deletedAt !== null, hash: itemHash({ id: itemId, tagCode }) } : null,
    reports: await reportsOf(code, db),
    history: await actsOn(code, db),
  };
}

const batchOfTag = sql<AdministeredTag['batch']>`case
  when tag_batches.id is not null then jsonb_build_object('id', tag_batches.id, 'name', tag_batches.name) end`;
const ownerOfTag = sql<AdministeredTag['owner']>`case
  when users.uid is not null then jsonb_build_object('uid', users.uid, 'email', users.email) end`;
const replacedTag = sql<string | null>`(
  select code from tags as earlier where earlier.replaced_by = tags.code limit 1)`;
const openingsOfTag = sql<number>`(
  select count(*) from scans where tag_code = tags.code and kind = 'opened')::int`;

async function reportsOf(code: string, db: Executor): Promise<AdministeredTag['reports']> {
  const rows = await db
    .selectFrom('tagReports')
    .select(['reason', 'text', 'createdAt as at'])
    .where('tagCode', '=', code)
    .orderBy('createdAt', 'desc')
    .limit(mostReports)
    .execute();
  return rows.map(isoTimes);
}

async function actsOn(code: string, db: Executor): Promise<AdministeredTag['history']> {
  const rows = await db
    .selectFrom('auditEntries')
    .leftJoin('users', 'users.uid', 'auditEntries.byUid')
    .select(['act', 'auditEntries.createdAt', 'users.email', 'byUid', 'changes'])
    .where('subjectId', '=', code)
    .where('subjectKind', '=', 'tag')
    .orderBy('auditEntries.createdAt', 'desc')
    .limit(mostActions)
    .execute();
  return rows.map(({ act, createdAt, email, byUid, changes }) => ({
    act: act as Act,
    at: createdAt.toISOString(),
    by: email ?? byUid,
    reason: tagActionReasons.find((reason) => reason === changes.reason?.[1]) ?? null,
  }));
}
