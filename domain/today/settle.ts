import { sql } from 'kysely';
import type { Installation } from '../../server/installation.ts';
import type { CurrentUser } from '../accounts/contract/schema.ts';
import { recordAct } from '../audit/record-act.ts';
import type { SettledKind } from './contract/schema.ts';

const tables = { report: 'reports', 'tag-report': 'tagReports', 'contact-request': 'contactRequests' } as const;

/** An administrator is done with what somebody told. Repeating it changes nothing. @returns false when there is no such thing */
export async function settle(
  admin: CurrentUser,
  { kind, id }: { kind: SettledKind; id: string },
  { events }: Installation,
): Promise<boolean> {
  const table = tables[kind];
  // Their ids are numbers of the database.
  if (table === 'tagReports' && !/^\d{1,18}$/.test(id)) return false;
  return events.transaction(async (trx, publish) => {
    const row = await trx
      .selectFrom(table)
      .select('settledAt')
      .where(sql.ref('id'), '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return false;
    if (row.settledAt) return true;
    await trx.updateTable(table).set({ settledAt: sql<Date>`now()` }).where(sql.ref('id'), '=', id).execute();
    await recordAct(trx, { by: admin, act: 'settle', subject: { kind, id } });
    publish({ kind: 'needs' });
    return true;
  });
}
