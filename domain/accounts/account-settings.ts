import type { Installation } from '../../server/installation.ts';
import type { Owner } from '../items/items.ts';

/** What the user chose about mails. */
export async function readMailChoice({ uid }: Owner, { db }: Installation): Promise<{ messageMails: boolean }> {
  const row = await db.selectFrom('users').select('messageMailsOffAt').where('uid', '=', uid).executeTakeFirstOrThrow();
  return { messageMails: row.messageMailsOffAt === null };
}

/** Turns the mails about new messages on or off; off, the messages still wait in the inbox. */
export async function chooseMails({ uid }: Owner, choice: { messageMails: boolean }, { db }: Installation) {
  const messageMailsOffAt = choice.messageMails ? null : new Date();
  await db.updateTable('users').set({ messageMailsOffAt }).where('uid', '=', uid).execute();
  return choice;
}
