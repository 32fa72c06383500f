import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Services } from '../../server/services.ts';
import { accountMails } from './account-mails.ts';
import { lockAdministrators } from './account-rows.ts';
import { can } from './contract/can.ts';
import type { CurrentUser } from './contract/schema.ts';
import { deletionDay } from './deletion-pause.ts';
import { checkPassword, type PasswordCheck } from './password.ts';

/** Starts the 7 days after which the account is deleted, and mails a link to undo it. A second request does not move the date. */
export async function requestDeletion(
  user: CurrentUser,
  { password, language }: { password: string; language: string },
  services: Services,
): Promise<Exclude<PasswordCheck, { right: true }> | { deletedOn: string } | 'last-administrator'> {
  const checked = await checkPassword(user, password, services);
  if (!checked.right) return checked;
  const askedAt = await services.events.transaction(async (trx, publish) => {
    if (
      can(user, 'admin') &&
      !(await lockAdministrators(trx, user.uid)).some(({ uid, staying }) => staying && uid !== user.uid)
    )
      return undefined;
    const asked = await askDeletion(trx, { ...user, language }, publish, services);
    if (asked) return asked;
    const earlier = trx.selectFrom('users').select('deletionAskedAt').where('uid', '=', user.uid);
    return (await earlier.executeTakeFirstOrThrow()).deletionAskedAt ?? new Date();
  });
  if (!askedAt) return 'last-administrator';
  await services.deletions.record('account', user.uid);
  return { deletedOn: deletionDay(askedAt).toISOString() };
}

type Asked = { uid: string; email: string; displayName: string; language: string; byOperator?: true };

export async function askDeletion(
  trx: Executor,
  { uid, email, displayName: name, language, byOperator }: Asked,
  publish: Publish,
  services: Services,
): Promise<Date | undefined> {
  const asked = await trx
    .updateTable('users')
    .set({ deletionAskedAt: sql<Date>`now()` })
    .where('uid', '=', uid)
    .where('deletionAskedAt', 'is', null)
    .returning('deletionAskedAt')
    .executeTakeFirst();
  if (!asked?.deletionAskedAt) return undefined;
  const token = keepToken(uid, asked.deletionAskedAt, services);
  await accountMails.deletionAsked(trx, { account: { uid, email, name }, token, language, byOperator }, services);
  publish({ kind: 'session', uid });
  return asked.deletionAskedAt;
}

export async function keepAccount({ uid }: { uid: string }, { events, deletions }: Services): Promise<void> {
  await events.transaction(async (trx, publish) => {
    await trx.updateTable('users').set({ deletionAskedAt: null }).where('uid', '=', uid).execute();
    publish({ kind: 'session', uid });
  });
  await deletions.record('account-kept', uid);
}

export async function keepAccountByLink(token: string, services: Services): Promise<boolean> {
  const dot = token.lastIndexOf('.');
  const [uid, code] = [token.slice(0, dot), token.slice(dot + 1)];
  const { db, keys } = services;
  const row = await db.selectFrom('users').select('deletionAskedAt').where('uid', '=', uid).executeTakeFirst();
  if (!row?.deletionAskedAt) return false;
  const given = Buffer.from(code, 'base64url');
  if (!keys.matches('account', keepText(uid, row.deletionAskedAt), given) || given.length < 16) return false;
  await keepAccount({ uid }, services);
  return true;
}

function keepToken(uid: string, askedAt: Date, { keys }: Services): string {
  return `${uid}.${keys.code('account', keepText(uid, askedAt)).toString('base64url')}`;
}

function keepText(uid: string, askedAt: Date): string {
  return `keep ${uid} ${askedAt.getTime()}`;
}
