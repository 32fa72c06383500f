import { sql } from 'kysely';
import { type PageRequest, readNewest } from '../../server/db/keyset.ts';
import type { AuditChanges } from '../../server/db/tables/audit.ts';
import type { Services } from '../../server/services.ts';
import type { CurrentUser } from '../accounts/contract/schema.ts';
import { takeMail } from '../accounts/mail-allowance.ts';
import { recordAction } from '../audit/record-action.ts';
import { mail } from '../mails/mail.ts';
import { toUnconfirmed } from '../mails/recipients.ts';
import type { MailQueueState } from './contract/schema.ts';

const mostAtOnce = 1_000;

/** A page of the mails that were tried in vain and not sent since, the newest first. Of the address only the domain is told. */
export async function listFailedMails(request: PageRequest, { db, keys }: Services) {
  return readNewest({
    ...request,
    keys,
    list: 'failed-mails',
    rows: db
      .selectFrom('outgoingMails')
      .select(['id', 'purpose', 'createdAt', 'attempts', 'sendAfter', 'refusedAt', 'failedAt', 'lastError'])
      .select(sql<string>`substring(to_address from '[^@]*$')`.as('domain'))
      .where('sentAt', 'is', null)
      .where('lastErrorAt', 'is not', null),
    as: 'mails',
    show: ({ id, purpose, domain, attempts, lastError, ...mail }) => ({
      id,
      purpose,
      domain,
      attempts,
      error: withoutAddresses(lastError ?? ''),
      queuedAt: mail.createdAt.toISOString(),
      nextTry: mail.failedAt ? null : mail.sendAfter.toISOString(),
      refused: mail.refusedAt !== null,
    }),
  });
}

/** Tries a mail again at once. One that was given up is tried once. @returns false when there is no such mail, or it was sent */
export function retryMail(admin: CurrentUser, id: string, { events }: Services): Promise<boolean> {
  return events.transaction(async (trx, publish) => {
    if (!/^\d{1,18}$/.test(id)) return false;
    const mail = await trx
      .selectFrom('outgoingMails')
      .select('failedAt')
      .where('id', '=', id)
      .where('sentAt', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!mail) return false;
    await trx.updateTable('outgoingMails').set(dueNow).where('id', '=', id).execute();
    const changes: AuditChanges = { state: [mail.failedAt ? 'failed' : 'waiting', 'waiting'] };
    await recordAction(trx, { by: admin, act: 'retryMail', id, changes });
    publish({ kind: 'mail' });
    return true;
  });
}

/** Tries up to 1,000 of the mails again that were tried in vain, the oldest first, but for those that the recipient refused. */
export function retryAllMails(admin: CurrentUser, { events }: Services): Promise<number> {
  return events.transaction(async (trx, publish) => {
    const failed = trx
      .selectFrom('outgoingMails')
      .select('id')
      .where('sentAt', 'is', null)
      .where('lastErrorAt', 'is not', null)
      .where('refusedAt', 'is', null)
      .orderBy('createdAt')
      .limit(mostAtOnce)
      .forUpdate()
      .skipLocked();
    const { numUpdatedRows } = await trx
      .updateTable('outgoingMails')
      .set(dueNow)
      .where('id', 'in', failed)
      .executeTakeFirst();
    const count = Number(numUpdatedRows);
    if (count === 0) return 0;
    await recordAction(trx, { by: admin, act: 'retryAllMails', id: 'all', changes: { count: [null, count] } });
    publish({ kind: 'mail' });
    return count;
  });
}

/** Mails the administrator, to see whether mail arrives. At most 5 in an hour. */
export async function sendTestMail(admin: CurrentUser, services: Services) {
  const { uid, email } = admin;
  const allowed = await takeMail('test', email, services);
  if (!allowed.allowed) return allowed;
  await services.events.transaction(async (trx) => {
    await testMail(trx, { account: admin }, services);
    await recordAction(trx, { by: admin, act: 'sendTestMail', id: uid });
  });
  return allowed;
}

const testMail = mail('test', toUnconfirmed, ({ says }) => says('mailTest', {}));

const dueNow = { failedAt: null, sendAfter: sql<Date>`now()` };

const daysBack = 30;

/** How many mails wait, fail and are refused, since when, and why sending failed last. Read from what was not sent alone. */
export async function readMailQueue({ db }: Pick<Services, 'db'>): Promise<MailQueueState> {
  const { rows } = await sql<Counts>`
    select
      count(*) filter (where failed_at is null)::int as waiting,
      min(created_at) filter (where failed_at is null) as oldest_waiting,
      count(*) filter (where failed_at > now() - make_interval(days => ${daysBack}))::int as given_up,
      count(*) filter (where refused_at > now() - make_interval(days => ${daysBack}))::int as refused,
      (select count(*)::int from users where mail_failed_at is not null) as accounts_not_reached
    from outgoing_mails where sent_at is null`.execute(db);
  const [{ oldestWaiting, ...counts }] = rows as [Counts];
  const failed = await db
    .selectFrom('outgoingMails')
    .select(['lastError', 'lastErrorAt'])
    .where('sentAt', 'is', null)
    .where('refusedAt', 'is', null)
    .where('lastErrorAt', 'is not', null)
    .orderBy('lastErrorAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    ...counts,
    oldestWaiting: oldestWaiting?.toISOString() ?? null,
    lastError: failed?.lastErrorAt
      ? { text: withoutAddresses(failed.lastError ?? ''), at: failed.lastErrorAt.toISOString() }
      : null,
  };
}

type Counts = Omit<MailQueueState, 'oldestWaiting' | 'lastError'> & { oldestWaiting: Date | null };

/** What a mail server said may quote addresses. */
function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>]*@[^\s<>]*/g, '…');
}
