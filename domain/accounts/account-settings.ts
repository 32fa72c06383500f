import type { Installation } from '../../server/installation.ts';
import type { Owner } from '../items/items.ts';
import type { MailState } from './contract/schema.ts';

export async function readMailState({ uid }: Owner, { db }: Installation): Promise<MailState> {
  const row = await db
    .selectFrom('users')
    .select(['messageMailsOffAt', 'mailFailedAt'])
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow();
  return { messageMails: row.messageMailsOffAt === null, mailFailedAt: row.mailFailedAt?.toISOString() ?? null };
}

/** Turns the mails about new messages on or off. The inbox shows the messages either way. */
export async function chooseMails(owner: Owner, choice: { messageMails: boolean }, installation: Installation) {
  const messageMailsOffAt = choice.messageMails ? null : new Date();
  await installation.db.updateTable('users').set({ messageMailsOffAt }).where('uid', '=', owner.uid).execute();
  return readMailState(owner, installation);
}
