import { type Insertable, sql } from 'kysely';
import { sendPendingNotifications } from '../domain/notifications/notify-readers.ts';
import type { Tables } from '../server/db/tables.ts';
import { queueMail } from '../server/mail/mail-queue.ts';
import type { App } from './app.ts';

export async function queueTo(app: App, address: string, subject: string, uid: string | null = null): Promise<void> {
  const to = { name: '', address };
  const mail = { purpose: 'test', uid, to, subject, text: 'Hello', html: '<p>Hello</p>' };
  await app.services.events.transaction((trx) => queueMail(trx, mail));
}

/** A mail as it stands in the table. */
export function insertMail({ services: { db } }: App, given: Partial<Insertable<Tables['outgoingMails']>>) {
  const mail = { purpose: 'test', toName: '', toAddress: 'a@example.com', subject: 'Old', text: '', html: '' };
  return db.insertInto('outgoingMails').values({ ...mail, messageId: `<${crypto.randomUUID()}@test>`, ...given });
}

export function queuedMails({ services: { db } }: App) {
  return db.selectFrom('outgoingMails').selectAll().orderBy('id').execute();
}

export async function pauseOver({ services: { db, events } }: App): Promise<void> {
  await sql`update outgoing_mails set send_after = ${new Date(0)}`.execute(db);
  events.publish({ kind: 'mail' });
}

/** As if the time had passed in which messages wait for a common mail. */
export async function sendWaitingNotifications({ services }: App): Promise<void> {
  const { db } = services;
  await sql`update outgoing_mails set created_at = created_at - interval '11 minutes'`.execute(db);
  await sql`update pending_notifications set due_at = now()`.execute(db);
  await sendPendingNotifications(services);
}
