import { type SelectQueryBuilder, sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Decision, Settled, SettledKind } from './contract/settled.ts';
import type { ToldState } from './contract/told-table.ts';

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

/** As the indexes have it. */
const stateOf = sql<string>`(case when settled_at is null then 'open' when decision = 'spam' then 'spam' else 'done' end)`;

export function isInState(state: ToldState) {
  return state === 'all' ? sql<boolean>`true` : sql<boolean>`${stateOf} = ${state}`;
}

export type SettledColumns = {
  settledAt: Date | null;
  settledBy: string | null;
  decision: Decision;
  settler: string | null;
};

/** What is needed to say who decided what. */
export function withSettled<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>) {
  return query
    .select([sql<Date | null>`settled_at`.as('settledAt'), sql<string | null>`settled_by`.as('settledBy')])
    .select(sql<Decision>`decision`.as('decision'))
    .select(sql<string | null>`(select email from users where uid = settled_by)`.as('settler'));
}

export function toSettled({ settledAt, settler, decision }: SettledColumns): Settled | null {
  return settledAt && { at: settledAt.toISOString(), by: settler, decision };
}
