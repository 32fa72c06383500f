import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import { deleteInChunks, deleteOlder, hasChanged } from '../../server/db/statements.ts';
import type { Limited } from '../../server/limits/limits.ts';
import type { Services } from '../../server/services.ts';
import { takeMail } from '../accounts/mail-allowance.ts';
import { recordAction } from '../audit/record-action.ts';
import { readTable, startOf } from '../lists/read-table.ts';
import { hasWords } from '../lists/search-words.ts';
import { mailOnly } from '../mails/mail.ts';
import type { HeldReason } from '../messages/contract/schema.ts';
import type { contactRequestsRequest } from '../moderation/contract/reports.ts';
import { reportMails } from '../moderation/report-mails.ts';
import { isInState, markSettled, type SettledBefore, showSettled, withSettled } from '../moderation/settle.ts';
import { spamDays } from './contract/limits.ts';
import type { ContactRequest } from './contract/schema.ts';

const keptDays = 365;

type Sender = {
  uid: string | null;
  /** Identifies the sender: only the same one can repeat a sending. */
  sender: string;
  networkKey: string;
  language: string;
  heldReason: HeldReason | undefined;
};

/** The same key, sender and words are stored once; what looks like a robot’s is stored all the same. */
export async function sendContactRequest(
  { uid, sender, networkKey, language, heldReason }: Sender,
  { key, ...request }: ContactRequest & { key: string },
  services: Services,
): Promise<Limited> {
  const { events, keys, limits, db } = services;
  const creationKey = keys.code('sending', JSON.stringify(['contact', sender, key, request])).toString('base64url');
  const earlier = db.selectFrom('contactRequests').select('id').where('creationKey', '=', creationKey);
  if (await earlier.executeTakeFirst()) return { allowed: true, retryAfter: 0 };
  const allowed = await limits.take('contact-request', networkKey);
  if (!allowed.allowed) return allowed;
  const mailed = !heldReason && (await limits.take('contact-mails-day', 'all')).allowed;
  const row = { id: randomUUID(), uid, language, heldReason: heldReason ?? null, creationKey, ...request } as const;
  const added = await events.transaction(async (trx, publish) => {
    const request = trx.insertInto('contactRequests').values(row);
    const isNew = await hasChanged(request.onConflict((conflict) => conflict.column('creationKey').doNothing()));
    if (isNew) publish({ kind: 'needs' });
    if (!isNew || !mailed) return isNew;
    await reportMails.contacted(trx, row, services);
    return true;
  });
  if (added && mailed && (await takeMail('contact', row.email, services)).allowed)
    await mailOnly(reportMails.contactCame, row, services);
  return allowed;
}

/** A page of what people wrote. Searched for is the start of an address, or the start of each word in the name or the text. */
export function listContactRequests(request: z.output<typeof contactRequestsRequest>, services: Services) {
  return readTable(request, services, {
    name: 'contact-requests',
    sorts: { time: { column: 'createdAt', type: 'timestamptz' }, email: { column: 'email', type: 'text' } },
    rows: services.db
      .selectFrom('contactRequests')
      .select(['id', 'topic', 'text', 'name', 'email', 'language', 'heldReason', 'note', 'createdAt as sentAt'])
      .$call(withSettled)
      .where(isInState(request.state)),
    fitting: (search) => sql`(email like ${startOf(search)} or ${hasWords(search)})`,
    show: showSettled,
  });
}

/** What is spam goes sooner. */
export async function deleteOldContactRequests({ db }: Services): Promise<void> {
  await deleteOlder(db, 'contact_requests', 'created_at', keptDays);
  const end = sql`now() - make_interval(days => ${spamDays})`;
  const only = sql`decision = 'spam'`;
  await deleteInChunks(db, { table: 'contact_requests', only, time: sql`settled_at`, end });
}

type By = { uid: string };

/** Notes something about a contact request, for other administrators. @returns false when there is none */
export function noteContactRequest(admin: By, { id, note }: { id: string; note: string }, { events }: Services) {
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
      id,
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
): Promise<'done' | 'nothing-to-settle' | SettledBefore> {
  return events.transaction(async (trx, publish) => {
    const record = () => recordAction(trx, { by: admin, act: 'setSpam', id, changes: { spam: [!spam, spam] } });
    if (spam) {
      const marked = await markSettled(trx, publish, admin, { kind: 'contact-request', id, decision: 'spam' });
      if (marked.state === 'settled-before') return marked;
      if (marked.state === 'marked') await record();
      return marked.state === 'none' ? 'nothing-to-settle' : 'done';
    }
    const request = await trx
      .selectFrom('contactRequests')
      .select('decision')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!request) return 'nothing-to-settle';
    if (request.decision !== 'spam') return 'done';
    const changed = { settledAt: sql<null>`null`, settledBy: null, decision: 'done' };
    await trx.updateTable('contactRequests').set(changed).where('id', '=', id).execute();
    await record();
    publish({ kind: 'needs' });
    return 'done';
  });
}
