import { sql } from 'kysely';
import type { Services } from '../../server/services.ts';
import { recordAction } from '../audit/record-action.ts';
import { markSettled, type SettledBefore } from '../moderation/mark-settled.ts';

type By = { uid: string };

/** Notes something about a contact request, for other administrators. @returns false when there is none */
export function noteContactRequest(
  admin: By,
  { id, note }: { id: string; note: string },
  { events }: Services,
): Promise<boolean> {
  return events.transaction(async (trx) => {
    const request = await trx
      .selectFrom('contactRequests')
      .select('note')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!request) return false;
    if (request.note === note) return true;
    await trx.updateTable('contactRequests').set({ note }).where('id', '=', id).execute();
    await recordAction(trx, {
      by: admin,
      act: 'noteContactRequest',
      subject: { kind: 'contact-request', id },
      changes: { noted: [request.note !== '', note !== ''] },
    });
    return true;
  });
}

/** Settles an open contact request as spam, or opens one again that is no spam. Repeating it changes nothing. */
export function setSpam(
  admin: By,
  { id, spam }: { id: string; spam: boolean },
  { events }: Services,
): Promise<'done' | 'none' | SettledBefore> {
  return events.transaction(async (trx, publish) => {
    const record = () =>
      recordAction(trx, {
        by: admin,
        act: 'setSpam',
        subject: { kind: 'contact-request', id },
        changes: { spam: [!spam, spam] },
      });
    if (spam) {
      const marked = await markSettled(trx, publish, admin, { kind: 'contact-request', id, decision: 'spam' });
      if (marked.state === 'settled-before') return marked;
      if (marked.state === 'marked') await record();
      return marked.state === 'none' ? 'none' : 'done';
    }
    const request = await trx
      .selectFrom('contactRequests')
      .select('decision')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!request) return 'none';
    if (request.decision !== 'spam') return 'done';
    await trx
      .updateTable('contactRequests')
      .set({ settledAt: sql<null>`null`, settledBy: null, decision: 'done' })
      .where('id', '=', id)
      .execute();
    await record();
    publish({ kind: 'needs' });
    return 'done';
  });
}
