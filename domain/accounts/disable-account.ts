import type { Services } from '../../server/services.ts';
import { uidOf } from './account-rows.ts';
import { type Administered, setDisabled } from './administer-account.ts';

export async function disableAccount(email: string, services: Services): Promise<Administered> {
  return setDisabledOf(email, true, services);
}

export async function enableAccount(email: string, services: Services): Promise<Administered> {
  return setDisabledOf(email, false, services);
}

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

async function setDisabledOf(email: string, disabled: boolean, services: Services): Promise<Administered> {
  const account = await uidOf(email, services.db).executeTakeFirst();
  return account ? setDisabled(null, account.id, disabled, services) : 'no-account';
}
