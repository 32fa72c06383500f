import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Services } from '../../server/services.ts';
import { eraseFiles } from '../files/stored-files.ts';
import { tell } from '../notifications/tell.ts';
import { announceToMembers } from '../sharing/members.ts';
import { lockAdministrators } from './account-rows.ts';
import { can } from './contract/can.ts';
import { pauseDays } from './contract/limits.ts';
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

/** @returns when it was asked for; undefined: it was before */
export async function askDeletion(
  trx: Executor,
  { language, byOperator, ...account }: Asked,
  publish: Publish,
  services: Services,
): Promise<Date | undefined> {
  const { uid } = account;
  const asked = await trx
    .updateTable('users')
    .set({ deletionAskedAt: sql<Date>`now()` })
    .where('uid', '=', uid)
    .where('deletionAskedAt', 'is', null)
    .returning('deletionAskedAt')
    .executeTakeFirst();
  if (!asked?.deletionAskedAt) return undefined;
  const token = keepToken(uid, asked.deletionAskedAt, services);
  const named = { ...account, name: account.displayName };
  await tell(trx, 'deletionAsked', { account: named, token, language, byOperator }, services);
  publish({ kind: 'session', uid }, { kind: 'mail' });
  return asked.deletionAskedAt;
}

export async function keepAccount({ uid }: { uid: string }, { events, deletions }: Services): Promise<void> {
  await events.transaction(async (trx, publish) => {
    await trx.updateTable('users').set({ deletionAskedAt: null }).where('uid', '=', uid).execute();
    publish({ kind: 'session', uid });
  });
  await deletions.record('account-kept', uid);
}

/** Undoes the deletion by the mailed link. False for a forged, old or late link. */
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

/** Deletes the accounts whose 7 days are over, with all that belongs to them. Their tags become retired. */
export async function deleteDueAccounts(services: Services): Promise<void> {
  while (await deleteNext(services));
}

async function deleteNext(services: Services): Promise<boolean> {
  const { events, log } = services;
  const deleted = await events.transaction(async (trx, publish) => {
    const due = await trx
      .selectFrom('users')
      .select('uid')
      .where('deletionAskedAt', '<=', sql<Date>`now() - make_interval(days => ${pauseDays})`)
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!due) return undefined;
    const { uid } = due;
    // In the order of all who change an item and its tags.
    await trx.selectFrom('items').select('id').where('ownerId', '=', uid).orderBy('id').forUpdate().execute();
    const tags = await trx
      .updateTable('tags')
      .set({ status: 'retired' })
      .where(({ eb, or }) =>
        or([
          eb('itemId', 'in', trx.selectFrom('items').select('id').where('ownerId', '=', uid)),
          eb('batchId', 'in', trx.selectFrom('tagBatches').select('id').where('ownerId', '=', uid)),
        ]),
      )
      .returning('code')
      .execute();
    await announceToMembers(trx, publish, { ownerId: uid }, { ended: true });
    const files = await trx.deleteFrom('files').where('ownerId', '=', uid).returning('id').execute();
    await trx.deleteFrom('authUsers').where('id', '=', uid).execute();
    publish({ kind: 'session', uid }, ...tags.map(({ code }) => ({ kind: 'tag' as const, code })));
    return { uid, files: files.map(({ id }) => id) };
  });
  if (!deleted) return false;
  await eraseFiles(deleted.files, services);
  log.info({ uid: deleted.uid }, 'account deleted');
  return true;
}

function keepToken(uid: string, askedAt: Date, { keys }: Services): string {
  return `${uid}.${keys.code('account', keepText(uid, askedAt)).toString('base64url')}`;
}

function keepText(uid: string, askedAt: Date): string {
  return `keep ${uid} ${askedAt.getTime()}`;
}
