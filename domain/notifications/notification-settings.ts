import { sql } from 'kysely';
import { hasChanged } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import { vapidKeys } from '../../server/outgoing/web-push.ts';
import type { Services } from '../../server/services.ts';
import type { Owner } from '../items/items.ts';
import type { NotificationChoices, NotificationSettings } from './contract/settings.ts';
import { reconsiderPendingNotifications } from './notify-readers.ts';
import { quietHoursOf } from './readers.ts';

export async function readNotificationSettings({ uid }: Owner, { db, keys }: Pick<Services, 'db' | 'keys'>) {
  const row = await db
    .selectFrom('users')
    .select(['messageMailsOffAt', 'mailFailedAt', 'quietFrom', 'quietUntil', 'timeZone'])
    .select(['quietAlsoLostAt', 'pushQuotesAt'])
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow();
  const quiet = quietHoursOf(row);
  return {
    messageMails: row.messageMailsOffAt === null,
    quietHours: quiet && {
      from: toTime(quiet.from),
      until: toTime(quiet.until),
      timeZone: quiet.timeZone,
      alsoLost: row.quietAlsoLostAt !== null,
    },
    pushQuotes: row.pushQuotesAt !== null,
    mailFailedAt: row.mailFailedAt?.toISOString() ?? null,
    mailDeliveredAt: (await lastDelivered(db, uid))?.toISOString() ?? null,
    pushKey: vapidKeys(keys).publicKey,
  };
}

/** Changes what is given. What waits for the end of quiet hours is looked at again. */
export async function changeNotificationSettings(
  owner: Owner,
  { messageMails, quietHours, pushQuotes }: NotificationChoices,
  services: Services,
): Promise<NotificationSettings> {
  const since = (isOn: boolean) => (isOn ? new Date() : null);
  const changes = {
    ...(messageMails !== undefined && { messageMailsOffAt: since(!messageMails) }),
    ...(pushQuotes !== undefined && { pushQuotesAt: since(pushQuotes) }),
    ...(quietHours !== undefined && {
      quietFrom: quietHours && toMinutes(quietHours.from),
      quietUntil: quietHours && toMinutes(quietHours.until),
      timeZone: quietHours?.timeZone ?? null,
      quietAlsoLostAt: since(quietHours?.alsoLost ?? false),
    }),
  };
  await services.db.transaction().execute(async (trx) => {
    if (Object.keys(changes).length === 0) return;
    await trx.updateTable('users').set(changes).where('uid', '=', owner.uid).execute();
    await reconsiderPendingNotifications(trx, owner.uid);
  });
  return readNotificationSettings(owner, services);
}

/** Turns mails about messages off, by a link in one. @returns false when the account is gone */
export async function endMessageMails(uid: string, { db }: Services): Promise<boolean> {
  return hasChanged(
    db
      .updateTable('users')
      .set((row) => ({ messageMailsOffAt: row.fn.coalesce('messageMailsOffAt', row.fn<Date>('now')) }))
      .where('uid', '=', uid),
  );
}

async function lastDelivered(db: Executor, uid: string): Promise<Date | null | undefined> {
  const mail = await db
    .selectFrom('outgoingMails')
    .select('sentAt')
    .where('uid', '=', uid)
    .where('sentAt', 'is not', null)
    .where('bouncedAt', 'is', null)
    .where('toAddress', '=', sql<string>`(select email from users where uid = ${uid})`)
    .orderBy('sentAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return mail?.sentAt;
}

function toTime(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
