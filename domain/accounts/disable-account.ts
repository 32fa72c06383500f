import type { Installation } from '../../server/installation.ts';
import { uidOf } from './account-rows.ts';
import { type Administered, setDisabled } from './administer-account.ts';

/** By a command on the server. */
export async function disableAccount(email: string, installation: Installation): Promise<Administered> {
  return setDisabledOf(email, true, installation);
}

export async function enableAccount(email: string, installation: Installation): Promise<Administered> {
  return setDisabledOf(email, false, installation);
}

export async function isDisabled(email: string, { db }: Installation): Promise<boolean> {
  const row = await db.selectFrom('users').select('disabledAt').where('uid', '=', uidOf(email, db)).executeTakeFirst();
  return Boolean(row?.disabledAt);
}

/** Tells why a session ended: account deleted, account disabled, or simply expired (C-8.04). */
export async function whySessionEnded(
  uid: string,
  { db }: Installation,
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

async function setDisabledOf(email: string, disabled: boolean, installation: Installation): Promise<Administered> {
  const account = await uidOf(email, installation.db).executeTakeFirst();
  return account ? setDisabled(null, account.id, disabled, installation) : 'no-account';
}
