import { queueMail } from '../server/mail/mail-queue.ts';
import type { App } from './app.ts';

export async function queueTo(app: App, address: string, subject: string, uid: string | null = null): Promise<void> {
  const to = { name: '', address };
  await queueMail(app.installation.db, { purpose: 'test', uid, to, subject, text: 'Hello', html: '<p>Hello</p>' });
  app.installation.events.publish({ kind: 'mail' });
}

export function queuedMails({ installation: { db } }: App) {
  return db.selectFrom('outgoingMails').selectAll().orderBy('id').execute();
}

export async function pauseOver({ installation: { db, events } }: App): Promise<void> {
  await db
    .updateTable('outgoingMails')
    .set({ sendAfter: new Date(0) })
    .execute();
  events.publish({ kind: 'mail' });
}
