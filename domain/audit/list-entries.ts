import { sql } from 'kysely';
import { translationsIn } from '../../language/languages.ts';
import type { Page } from '../../server/db/keyset.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { readTable, type TableRequest } from '../lists/read-table.ts';
import { type Act, acts, type SubjectKind } from './contract/actions.ts';
import type { AuditEntry } from './contract/schema.ts';

/** A page of what administrators did. Searched for is an act or a part of its words, a day (UTC), the address of an administrator, or the id of what it was done to. */
export async function listAuditEntries(
  request: TableRequest<'time'>,
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  language: string,
): Promise<Page<AuditEntry> | 'bad-cursor'> {
  const page = await readTable(request, {
    name: 'audit',
    keys,
    sorts: { time: { column: 'createdAt', type: 'timestamptz' } },
    rows: db
      .selectFrom('auditEntries')
      .select(['id', 'byUid', 'act', 'subjectKind', 'subjectId', 'changes', 'createdAt']),
    search: { fitting: (search) => fitting(search, language, db), db },
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

function fitting(search: string, language: string, db: Executor) {
  if (isDay(search)) {
    const start = sql`(${search}::date at time zone 'UTC')`;
    return sql<boolean>`(created_at >= ${start} and created_at < ${start} + interval '1 day')`;
  }
  const t = translationsIn(language);
  const meant = acts.filter((act) => act === search || t(`act.${act}`).toLowerCase().includes(search.toLowerCase()));
  const email = search.toLowerCase();
  const id = search.includes('@') ? db.selectFrom('authUsers').select('id').where('email', '=', email) : search;
  return sql<boolean>`(act = any(${meant}) or by_uid = ${id} or subject_id = ${id})`;
}

function isDay(search: string): boolean {
  const time = /^[12]\d{3}-\d\d-\d\d$/.test(search) ? Date.parse(search) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(search);
}

async function emailsOf(uids: string[], db: Executor): Promise<Map<string, string>> {
  if (uids.length === 0) return new Map();
  const rows = await db.selectFrom('authUsers').select(['id', 'email']).where('id', 'in', uids).execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}
