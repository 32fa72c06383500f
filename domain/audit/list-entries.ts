import { sql } from 'kysely';
import { translationsIn } from '../../language/languages.ts';
import { isoTimes } from '../../server/db/keyset.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { readTable, type TableRequest } from '../lists/read-table.ts';
import { type Act, acts, type SubjectKind } from './contract/actions.ts';

/** A page of what administrators did. Searched for is an act or a part of its words, a day (UTC), the address of an administrator, or the id of what it was done to. */
export function listAuditEntries(request: TableRequest<'time'>, services: Services, language: string) {
  return readTable(request, services, {
    name: 'audit',
    sorts: { time: { column: 'createdAt', type: 'timestamptz' } },
    rows: services.db
      .selectFrom('auditEntries')
      .select(['id', 'createdAt as at', 'byUid', 'act', 'subjectKind', 'subjectId', 'changes'])
      .select(sql<string | null>`(select email from auth_users where auth_users.id = by_uid)`.as('by')),
    fitting: (search) => fitting(search, language, services.db),
    show: (row) => ({ ...isoTimes(row), act: row.act as Act, subjectKind: row.subjectKind as SubjectKind }),
  });
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
