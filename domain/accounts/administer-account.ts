import { type Selectable, sql } from 'kysely';
import type { AuditChanges } from '../../server/db/tables/audit.ts';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Services } from '../../server/services.ts';
import type { Act } from '../audit/contract/actions.ts';
import { recordAction } from '../audit/record-action.ts';
import { endSessions, lockAccountOf, lockAdministrators, uidOf } from './account-rows.ts';
import { askDeletion } from './delete-account.ts';
import { isUnconfirmed } from './enter-session.ts';
import { resetTries } from './password-tries.ts';
import { sendConfirmationAgain } from './sign-up.ts';

/** The administrator who acts; null: a command on the server. */
export type By = { uid: string } | null;

type AccountRefusal = 'no-account' | 'own-account' | 'last-administrator' | 'not-administrator' | 'confirmed';

export type Administered = 'done' | AccountRefusal;

export async function setRole(by: By, uid: string, role: 'admin' | null, services: Services): Promise<Administered> {
  return administer(by, uid, services, async (trx, account, publish) => {
    if (account.role === role) return 'done';
    if (role === null && account.isOnlyAdministrator) return 'last-administrator';
    await trx.updateTable('users').set({ role }).where('uid', '=', uid).execute();
    await record(trx, by, uid, 'setRole', { role: [account.role, role] });
    publish({ kind: 'session', uid });
    services.log.info({ uid, role }, 'a role changed');
    return 'done';
  });
}

/** Disables the account. Its sessions open nothing, but stay until it is enabled, to tell the reason. */
export async function setDisabled(by: By, uid: string, disabled: boolean, services: Services): Promise<Administered> {
  const outcome = await administer(by, uid, services, async (trx, account, publish) => {
    if ((account.disabledAt !== null) === disabled) return 'done';
    if (disabled && account.isOnlyAdministrator) return 'last-administrator';
    const disabledAt = disabled ? sql<Date>`now()` : null;
    await trx.updateTable('users').set({ disabledAt }).where('uid', '=', uid).execute();
    if (!disabled) await endSessions(trx, uid);
    await record(trx, by, uid, disabled ? 'disableAccount' : 'enableAccount', { disabled: [!disabled, disabled] });
    publish({ kind: 'session', uid });
    for (const { code } of await tagsWithPictures(trx, uid)) publish({ kind: 'tag', code });
    services.log.info({ uid }, disabled ? 'an account was disabled' : 'an account was enabled');
    return 'done';
  });
  if (outcome === 'done' && !disabled) await resetTries(await emailOf(uid, services), services);
  return outcome;
}

/** Their pages show no picture while the account is disabled. */
function tagsWithPictures(trx: Executor, uid: string) {
  return trx
    .selectFrom('tags')
    .innerJoin('items', 'items.id', 'tags.itemId')
    .select('code')
    .where('ownerId', '=', uid)
    .where('pictureId', 'is not', null)
    .execute();
}

export async function signOutEverywhere(by: By, uid: string, services: Services): Promise<Administered> {
  return administer(by, uid, services, async (trx, _account, publish) => {
    await endSessions(trx, uid);
    await record(trx, by, uid, 'signOutAccount');
    publish({ kind: 'session', uid });
    return 'done';
  });
}

/** Starts the 7 days after which the account is deleted, and mails its owner, who may undo it. */
export async function startDeletion(by: By, uid: string, services: Services): Promise<Administered> {
  const outcome = await administer(by, uid, services, async (trx, account, publish) => {
    if (account.isOnlyAdministrator) return 'last-administrator';
    if (await askDeletion(trx, { ...account, byOperator: true }, publish, services))
      await record(trx, by, uid, 'deleteAccountOf', { deletionAsked: [false, true] });
    return 'done';
  });
  if (outcome === 'done') await services.deletions.record('account', uid);
  return outcome;
}

export async function stopDeletion(by: By, uid: string, services: Services): Promise<Administered> {
  const outcome = await administer(by, uid, services, async (trx, account, publish) => {
    await trx.updateTable('users').set({ deletionAskedAt: null }).where('uid', '=', uid).execute();
    await record(trx, by, uid, 'keepAccountOf', { deletionAsked: [account.deletionAskedAt !== null, false] });
    publish({ kind: 'session', uid });
    return 'done';
  });
  if (outcome === 'done') await services.deletions.record('account-kept', uid);
  return outcome;
}

export async function resendConfirmation(by: By, uid: string, services: Services): Promise<Administered> {
  let to: { email: string; language: string } | undefined;
  const outcome = await administer(by, uid, services, async (trx, { language }) => {
    const account = await lockAccountOf(trx, uid);
    if (!account || !(await isUnconfirmed(account, trx))) return 'confirmed';
    await record(trx, by, uid, 'resendConfirmation');
    to = { email: account.email, language };
    return 'done';
  });
  if (to) await sendConfirmationAgain(to.email, { deviceHash: undefined, language: to.language }, services);
  return outcome;
}

/** The same for the account with this address, by a command on the server. */
export function byEmail(change: (uid: string, services: Services) => Promise<Administered>) {
  return async (email: string, services: Services): Promise<Administered> => {
    const account = await uidOf(email, services.db).executeTakeFirst();
    return account ? change(account.id, services) : 'no-account';
  };
}

type Account = Selectable<Tables['users']> & { displayName: string; language: string; isOnlyAdministrator: boolean };

/** One change of who administers at a time: of two who take each other's role at once, one is no administrator any more. */
async function administer(
  by: By,
  uid: string,
  { events }: Services,
  change: (trx: Executor, account: Account, publish: Publish) => Promise<Administered>,
): Promise<Administered> {
  if (by?.uid === uid) return 'own-account';
  return events.transaction(async (trx, publish) => {
    const administrators = await lockAdministrators(trx, uid);
    if (by && !administrators.some(({ uid: each }) => each === by.uid)) return 'not-administrator';
    const row = await trx.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst();
    if (!row) return 'no-account';
    const isOnlyAdministrator =
      row.role === 'admin' && !administrators.some((each) => each.staying && each.uid !== uid);
    const account = { ...row, displayName: row.displayName ?? '', language: row.language ?? 'en' };
    return change(trx, { ...account, isOnlyAdministrator }, publish);
  });
}

function record(trx: Executor, by: By, uid: string, act: Act, changes: AuditChanges = {}): Promise<void> {
  return recordAction(trx, { by, act, id: uid, changes });
}

async function emailOf(uid: string, { db }: Services): Promise<string> {
  const row = await db.selectFrom('authUsers').select('email').where('id', '=', uid).executeTakeFirst();
  return row?.email ?? '';
}
