import { sql } from 'kysely';
import { newestAfter, type PageRequest, readPage } from '../../server/db/keyset.ts';
import type { AuditChanges } from '../../server/db/tables/audit.ts';
import type { Services } from '../../server/services.ts';
import type { CurrentUser } from '../accounts/contract/schema.ts';
import { takeMail } from '../accounts/mail-allowance.ts';
import { recordAction } from '../audit/record-action.ts';
import { mail } from '../mails/mail.ts';
import { toUnconfirmed } from '../mails/recipients.ts';
import type { TroubledMail } from './contract/schema.ts';
import { withoutAddresses } from './mail-queue-state.ts';

const mostAtOnce = 1_000;

/** A page of the mails that were tried in vain and not sent since, the newest first. Of the address only the domain is told. */
export async function listTroubledMails(
  request: PageRequest,
  { db, keys }: Services,
): Promise<{ mails: TroubledMail[]; next?: string } | 'bad-cursor'> {
  const page = await readPage({
    ...request,
    list: 'troubled-mails',
    keys,
    read: (position, limit) =>
      db
        .selectFrom('outgoingMails')
        .select(['id', 'purpose', 'createdAt', 'attempts', 'sendAfter', 'refusedAt', 'failedAt', 'lastError'])
        .select(sql<string>`substring(to_address from '[^@]*$')`.as('domain'))
        .where('sentAt', 'is', null)
        .where('lastErrorAt', 'is not', null)
        .$call(newestAfter(position, limit))
        .execute(),
    positionOf: ({ exactly, id }) => [exactly, id],
  });
  if (page === 'bad-cursor') return page;
  const { rows, ...rest } = page;
  const mails = rows.map(({ id, purpose, domain, attempts, lastError, ...mail }) => ({
    id,
    purpose,
    domain,
    attempts,
    error: withoutAddresses(lastError ?? ''),
    queuedAt: mail.createdAt.toISOString(),
    nextTry: mail.failedAt ? null : mail.sendAfter.toISOString(),
    refused: mail.refusedAt !== null,
  }));
  return { mails, ...rest };
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
    await recordAction(trx, { by: admin, act: 'retryMail', subject: { kind: 'mail', id }, changes });
    publish({ kind: 'mail' });
    return true;
  });
}

/** Tries up to 1,000 of the mails again that were tried in vain, the oldest first, but for those that the recipient refused. */
export function retryAllMails(admin: CurrentUser, { events }: Services): Promise<number> {
  return events.transaction(async (trx, publish) => {
    const troubled = trx
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
      .where('id', 'in', troubled)
      .executeTakeFirst();
    const count = Number(numUpdatedRows);
    if (count === 0) return 0;
    const subject = { kind: 'mail', id: 'all' } as const;
    await recordAction(trx, { by: admin, act: 'retryAllMails', subject, changes: { count: [null, count] } });
    publish({ kind: 'mail' });
    return count;
  });
}

/** Mails the administrator, to see whether mail arrives. At most 5 in an hour. */
export async function sendTestMail(admin: CurrentUser, services: Services) {
  const { uid, email } = admin;
  const allowed = await takeMail('test', email, services);
  if (!allowed.allowed) return allowed;
  await services.events.transaction(async (trx, publish) => {
    await testMail(trx, { account: admin }, services);
    await recordAction(trx, { by: admin, act: 'sendTestMail', subject: { kind: 'account', id: uid } });
    publish({ kind: 'mail' });
  });
  return allowed;
}

/** To see whether mail arrives. */
const testMail = mail('test', toUnconfirmed, ({ says }) => says('mailTest', {}));

const dueNow = { failedAt: null, sendAfter: sql<Date>`now()` };
