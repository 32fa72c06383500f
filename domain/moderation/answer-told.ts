import { sql } from 'kysely';
import type { AuditChanges } from '../../server/db/tables/audit.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { recordAction } from '../audit/record-action.ts';
import type { Answer } from './contract/answer.ts';
import { markSettled } from './mark-settled.ts';
import { toldMails } from './told-mails.ts';

/**
 * Mails an answer to who reported a conversation or wrote on the contact page, in their language; an account with what it wrote. It is
 * settled by it, unless it was before. The same key answers once.
 */
export function answerTold(
  admin: { uid: string },
  { kind, id, key, text }: Answer & { id: string; key: string },
  services: Services,
): Promise<'answered' | 'none'> {
  const table = kind === 'report' ? 'reports' : 'contactRequests';
  return services.events.transaction(async (trx, publish) => {
    const told = await findTold(trx, kind, id);
    if (!told) return 'none';
    if (told.answerKey === key) return 'answered';
    await trx.updateTable(table).set({ answerKey: key }).where(sql.ref('id'), '=', id).execute();
    await toldMails.answered(trx, { ...told, answer: text }, services);
    const marked = await markSettled(trx, publish, admin, { kind, id, decision: 'answered' });
    const changes: AuditChanges = {
      answered: [told.answerKey !== null, true],
      ...(marked.state === 'marked' && { state: ['open', 'answered'] }),
    };
    await recordAction(trx, { by: admin, act: 'answerTold', subject: { kind, id }, changes });
    publish({ kind: 'mail' });
    return 'answered';
  });
}

function findTold(trx: Executor, kind: Answer['kind'], id: string) {
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
