import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { Act } from '../audit/contract/actions.ts';
import type { AdministeredTag } from '../items/contract/administered-tag.ts';
import { tagActionReasons } from '../items/contract/administered-tag.ts';
import { toItemHash } from '../items/contract/item-hash.ts';
import { itemHash } from '../items/items.ts';

const mostReports = 20;
const mostActions = 50;

export async function readAdministeredTag(code: string, { db }: Pick<Services, 'db'>) {
  const row = await db
    .selectFrom('tags')
    .leftJoin('tagBatches', 'tagBatches.id', 'tags.batchId')
    .leftJoin('items', 'items.id', 'tags.itemId')
    .leftJoin('users', (join) => join.on(sql<boolean>`users.uid = coalesce(items.owner_id, tag_batches.owner_id)`))
    .select([
      'tags.code',
      'tags.status',
      'tags.frozenAt',
      'tags.createdAt',
      'tags.activatedAt',
      'tags.retiredAt',
      'tags.replacedBy',
      'tags.replacedAt',
      'tags.itemId',
      'items.tagCode',
      'items.deletedAt',
      'tagBatches.id as batchId',
      'tagBatches.name as batchName',
      'users.uid',
      'users.email',
      sql<string | null>`(select code from tags as earlier where earlier.replaced_by = tags.code limit 1)`.as(
        'replaces',
      ),
      sql<number>`(select count(*) from scans where tag_code = tags.code and kind = 'opened')::int`.as('openings'),
    ])
    .where('tags.code', '=', code)
    .executeTakeFirst();
  if (!row) return undefined;
  const { status, replacedBy, replaces, openings, itemId, tagCode, batchId, uid, email } = row;
  const iso = (time: Date | null) => time?.toISOString() ?? null;
  return {
    code,
    hash: toItemHash(code),
    status,
    frozenAt: iso(row.frozenAt),
    createdAt: row.createdAt.toISOString(),
    activatedAt: iso(row.activatedAt),
    retiredAt: iso(row.retiredAt),
    replacedBy,
    replacedAt: iso(row.replacedAt),
    replaces,
    batch: batchId === null ? null : { id: batchId, name: row.batchName ?? '' },
    item: itemId ? { id: itemId, deleted: row.deletedAt !== null, hash: itemHash({ id: itemId, tagCode }) } : null,
    owner: uid && email ? { uid, email } : null,
    openings,
    reports: await reportsOf(code, db),
    history: await actsOn(code, db),
  };
}

async function reportsOf(code: string, db: Executor): Promise<AdministeredTag['reports']> {
  const rows = await db
    .selectFrom('tagReports')
    .select(['reason', 'text', 'createdAt'])
    .where('tagCode', '=', code)
    .orderBy('createdAt', 'desc')
    .limit(mostReports)
    .execute();
  return rows.map(({ reason, text, createdAt }) => ({ reason, text, at: createdAt.toISOString() }));
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
