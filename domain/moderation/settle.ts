import { type SelectQueryBuilder, sql } from 'kysely';
import { isoTimes } from '../../server/db/keyset.ts';
import type { AuditChanges } from '../../server/db/tables/audit.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Services } from '../../server/services.ts';
import { recordAction } from '../audit/record-action.ts';
import type { Answer } from '../contact/contract/schema.ts';
import type { SettledKind } from './contract/limits.ts';
import type { Decision, ReportState, Settled } from './contract/reports.ts';
import { reportMails } from './report-mails.ts';

const tables = { report: 'reports', 'tag-report': 'tagReports', 'contact-request': 'contactRequests' } as const;

/** By another administrator, or with another decision. */
export type SettledBefore = { state: 'settled-before'; by: string | null };

type Marked = { state: 'marked' | 'same' | 'none' } | SettledBefore;

/** Notes what an administrator decided about a report or a request. The first one decides; the same again changes nothing. */
export async function markSettled(
  trx: Executor,
  publish: Publish,
  admin: { uid: string },
  { kind, id, decision }: { kind: SettledKind; id: string; decision: Decision },
): Promise<Marked> {
  const table = tables[kind];
  // Their ids are numbers of the database.
  if (table === 'tagReports' && !/^\d{1,18}$/.test(id)) return { state: 'none' };
  const row = await trx
    .selectFrom(table)
    .$call(withSettled)
    .where(sql.ref('id'), '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return { state: 'none' };
  if (row.settledAt)
    return row.settledBy === admin.uid && row.decision === decision
      ? { state: 'same' }
      : { state: 'settled-before', by: row.settler };
  await trx
    .updateTable(table)
    .set({ settledAt: sql<Date>`now()`, settledBy: admin.uid, decision })
    .where(sql.ref('id'), '=', id)
    .execute();
  publish({ kind: 'needs' });
  return { state: 'marked' };
}

const stateOf = sql<string>`(case when settled_at is null then 'open' when decision = 'spam' then 'spam' else 'done' end)`;

export function isInState(state: ReportState) {
  return state === 'all' ? sql<boolean>`true` : sql<boolean>`${stateOf} = ${state}`;
}

type SettledColumns = {
  settledAt: Date | null;
  settledBy: string | null;
  decision: Decision;
  settler: string | null;
};

export function withSettled<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>) {
  return query
    .select([sql<Date | null>`settled_at`.as('settledAt'), sql<string | null>`settled_by`.as('settledBy')])
    .select(sql<Decision>`decision`.as('decision'))
    .select(sql<string | null>`(select email from users where uid = settled_by)`.as('settler'));
}

export function showSettled<Row extends SettledColumns>({ settledAt, settledBy: _, decision, settler, ...row }: Row) {
  const settled: Settled | null = settledAt && { at: settledAt.toISOString(), by: settler, decision };
  return { ...isoTimes(row), settled };
}

/** Mails an answer in the language of who told it; it is settled by it, unless it was before. The same key answers once. */
export function answerTold(
  admin: { uid: string },
  { kind, id, key, text }: Answer & { id: string; key: string },
  services: Services,
): Promise<'done' | 'nothing-to-settle'> {
  const table = kind === 'report' ? 'reports' : 'contactRequests';
  return services.events.transaction(async (trx, publish) => {
    const reported = await findReported(trx, kind, id);
    if (!reported) return 'nothing-to-settle';
    if (reported.answerKey === key) return 'done';
    await trx.updateTable(table).set({ answerKey: key }).where(sql.ref('id'), '=', id).execute();
    await reportMails.answered(trx, { ...reported, answer: text }, services);
    const marked = await markSettled(trx, publish, admin, { kind, id, decision: 'answered' });
    const changes: AuditChanges = {
      answered: [reported.answerKey !== null, true],
      ...(marked.state === 'marked' && { state: ['open', 'answered'] }),
    };
    await recordAction(trx, { by: admin, act: 'answerTold', kind, id, changes });
    return 'done';
  });
}

function findReported(trx: Executor, kind: Answer['kind'], id: string) {
  if (kind === 'contact-request')
    return (
      trx
        .selectFrom('contactRequests')
        .select(['email', 'language', 'answerKey', sql<string | null>`null`.as('uid')])
        // Anybody may have typed the address, and the text with it.
        .select(sql<string>`''`.as('quoted'))
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    );
  return trx
    .selectFrom('reports')
    .innerJoin('users', 'users.uid', 'reports.uid')
    .select(['users.email', 'users.language', 'note as quoted', 'answerKey'])
    .select(sql<string | null>`users.uid`.as('uid'))
    .where('id', '=', id)
    .forUpdate('reports')
    .executeTakeFirst();
}
