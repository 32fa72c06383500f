import type { Page } from '../../server/db/keyset.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { uidOf } from '../accounts/account-rows.ts';
import { readTable, type TableRequest } from '../lists/read-table.ts';
import { type Act, acts, type SubjectKind } from './contract/acts.ts';
import type { AuditEntry } from './contract/schema.ts';

/** A page of what administrators did. Searched for is an act, the address of an administrator, or the id of what it was done to. */
export async function listAuditEntries(
  request: TableRequest<'time'>,
  { db, keys }: Pick<Installation, 'db' | 'keys'>,
): Promise<Page<AuditEntry> | 'bad-cursor'> {
  const page = await readTable(request, {
    name: 'audit',
    keys,
    sorts: { time: { column: 'createdAt', type: 'timestamptz' } },
    rows: found(request.search, db),
  });
  if (page === 'bad-cursor') return page;
  const emails = await emailsOf(
    page.rows.flatMap(({ byUid }) => byUid ?? []),
    db,
  );
  const rows = page.rows.map(({ byUid, ...row }) => ({
    id: row.id,
    at: row.createdAt.toISOString(),
    by: (byUid && emails.get(byUid)) || null,
    byUid,
    act: row.act as Act,
    subjectKind: row.subjectKind as SubjectKind,
    subjectId: row.subjectId,
    changes: row.changes,
  }));
  return { ...page, rows };
}

function found(search: string, db: Executor) {
  const entries = db
    .selectFrom('auditEntries')
    .select(['id', 'byUid', 'act', 'subjectKind', 'subjectId', 'changes', 'createdAt']);
  if (!search) return entries;
  if (acts.some((act) => act === search)) return entries.where('act', '=', search);
  const id = search.includes('@') ? uidOf(search, db) : search;
  return entries.where(({ or, eb }) => or([eb('byUid', '=', id), eb('subjectId', '=', id)]));
}

async function emailsOf(uids: string[], db: Executor): Promise<Map<string, string>> {
  if (uids.length === 0) return new Map();
  const rows = await db.selectFrom('authUsers').select(['id', 'email']).where('id', 'in', uids).execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}
