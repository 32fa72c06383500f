import { type Selectable, sql } from 'kysely';
import type { Account } from '../../server/auth/auth.ts';
import { hasChanged, isThere } from '../../server/db/statements.ts';
import type { Executor, Tables } from '../../server/db/tables.ts';
import { can } from './contract/can.ts';

export function uidOf(email: string, db: Executor) {
  return db.selectFrom('authUsers').select('id').where('email', '=', email.toLowerCase());
}

export async function lockAccount(trx: Executor, email: string): Promise<Account | undefined> {
  const row = await trx
    .selectFrom('authUsers')
    .selectAll()
    .where('email', '=', email.toLowerCase())
    .forUpdate()
    .executeTakeFirst();
  return row && toAccount(row);
}

export async function lockAccountOf(trx: Executor, uid: string): Promise<Account | undefined> {
  const row = await trx.selectFrom('authUsers').selectAll().where('id', '=', uid).forUpdate().executeTakeFirst();
  return row && toAccount(row);
}

export class AccountDeleted extends Error {}

/** Makes changes wait for each other where a number is limited, so that the next one counts it. @throws AccountDeleted */
export async function lockUser(trx: Executor, uid: string): Promise<void> {
  if (!(await findAndLockUser(trx, uid))) throw new AccountDeleted();
}

/** Locks the account as `lockUser` does. @returns false when it is deleted */
export async function findAndLockUser(trx: Executor, uid: string): Promise<boolean> {
  const user = trx.selectFrom('users').select('uid').where('uid', '=', uid).forNoKeyUpdate();
  return isThere(user);
}

/**
 * Locks the row of the account and those of all administrators until the transaction ends. All in one order: an
 * account that is an administrator no more may still be one to a change that waits.
 * @returns the administrators who can sign in; not `staying` are those whose account is about to be deleted
 */
export async function lockAdministrators(trx: Executor, account: string): Promise<{ uid: string; staying: boolean }[]> {
  const rows = await trx
    .selectFrom('users')
    .select(['uid', 'role', 'disabledAt', 'deletionAskedAt'])
    .where((where) => where.or([where('role', '=', 'admin'), where('uid', '=', account)]))
    .orderBy('uid')
    .forNoKeyUpdate()
    .execute();
  return rows
    .filter(({ role, disabledAt }) => role === 'admin' && !disabledAt)
    .map(({ uid, deletionAskedAt }) => ({ uid, staying: !deletionAskedAt }));
}

export async function writePassword(trx: Executor, uid: string, password: string): Promise<void> {
  const own = trx.updateTable('authAccounts').where('userId', '=', uid).where('providerId', '=', 'credential');
  if (await hasChanged(own.set({ password, updatedAt: new Date() }))) return;
  const id = crypto.randomUUID();
  const row = { id, userId: uid, accountId: uid, providerId: 'credential', password };
  await trx.insertInto('authAccounts').values(row).execute();
}

export async function readPassword(db: Executor, uid: string): Promise<string | undefined> {
  const account = await db
    .selectFrom('authAccounts')
    .select('password')
    .where('userId', '=', uid)
    .where('providerId', '=', 'credential')
    .executeTakeFirst();
  return account?.password ?? undefined;
}

/** Ends all sessions of the account but one, and notifications on their devices. The caller publishes the `session` event. */
export async function endSessions(trx: Executor, uid: string, stays = ''): Promise<void> {
  await trx.deleteFrom('authSessions').where('userId', '=', uid).where('id', '<>', stays).execute();
  await trx
    .deleteFrom('pushSubscriptions')
    .where('uid', '=', uid)
    .where(({ eb, or }) => or([eb('sessionId', 'is', null), eb('sessionId', '<>', stays)]))
    .execute();
}

function toAccount(row: Selectable<Tables['authUsers']>): Account {
  const { id, email, name, emailVerified, createdAt } = row;
  return { uid: id, email, name, emailVerified, createdAt };
}

export async function isAdministrator(uid: string, db: Executor): Promise<boolean> {
  return can(await db.selectFrom('users').select('role').where('uid', '=', uid).executeTakeFirst(), 'admin');
}

/** Of rows of `orders`: whether it was made with the address that the account has confirmed, before or after. */
export function isOrderOf(uid: string) {
  return sql<boolean>`orders.email = (select email from auth_users where id = ${uid} and email_verified)`;
}
