import { queueMail } from '../server/mail/mail-queue.ts';
import type { App } from './app.ts';

/** A mail as some change would have it sent; it goes out at once. */
export async function queueTo(app: App, address: string, subject: string, uid: string | null = null): Promise<void> {
  const to = { name: '', address };
  await queueMail(app.installation.db, { purpose: 'test', uid, to, subject, text: 'Hello', html: '<p>Hello</p>' });
  app.installation.events.publish({ kind: 'mail' });
}

/** The outbox, the oldest first. */
export function queuedMails({ installation: { db } }: App) {
  return db.selectFrom('outgoingMails').selectAll().orderBy('id').execute();
}

/** What waits for another try is due now. */
export async function pauseOver({ installation: { db, events } }: App): Promise<void> {
  await db
    .updateTable('outgoingMails')
    .set({ sendAfter: new Date(0) })
    .execute();
  events.publish({ kind: 'mail' });
}
