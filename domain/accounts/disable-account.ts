import type { Services } from '../../server/services.ts';
import { uidOf } from './account-rows.ts';
import { byEmail, setDisabled } from './administer-account.ts';

export const disableAccount = byEmail((uid, services) => setDisabled(null, uid, true, services));
export const enableAccount = byEmail((uid, services) => setDisabled(null, uid, false, services));

export async function isDisabled(email: string, { db }: Services): Promise<boolean> {
  const row = await db.selectFrom('users').select('disabledAt').where('uid', '=', uidOf(email, db)).executeTakeFirst();
  return Boolean(row?.disabledAt);
}

/** Tells why a session ended: account deleted, account disabled, or simply expired (C-8.04). */
export async function whySessionEnded(
  uid: string,
  { db }: Services,
): Promise<'user-deleted' | 'user-disabled' | 'user-token-expired'> {
  const account = await db
    .selectFrom('authUsers')
    .leftJoin('users', 'users.uid', 'authUsers.id')
    .select('users.disabledAt')
    .where('authUsers.id', '=', uid)
    .executeTakeFirst();
  if (!account) return 'user-deleted';
  return account.disabledAt ? 'user-disabled' : 'user-token-expired';
}
