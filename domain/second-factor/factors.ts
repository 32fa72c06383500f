import { sql } from 'kysely';
import { isoTimes } from '../../server/db/keyset.ts';
import { countRows } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { SecondFactorNews } from '../accounts/account-mails.ts';
import { accountMails } from '../accounts/account-mails.ts';
import { endSessions, lockAccount, lockAccountOf } from '../accounts/account-rows.ts';
import { can } from '../accounts/contract/can.ts';
import type { CurrentUser } from '../accounts/contract/schema.ts';
import { checkPassword, hasSession, type PasswordCheck } from '../accounts/password.ts';
import { recordAction } from '../audit/record-action.ts';
import type { Passkey, Proof, SecondFactors } from './contract/schema.ts';
import { readProof } from './proof.ts';

export type FactorOwner = { user: CurrentUser; sessionId?: string; language: string };

export async function readSecondFactors(
  { user: { uid }, sessionId }: Pick<FactorOwner, 'user' | 'sessionId'>,
  { db }: Services,
): Promise<SecondFactors> {
  const [passkeys, app, recoveryCodesLeft, proof] = await Promise.all([
    readPasskeys(uid, db),
    db.selectFrom('authenticatorApps').select('createdAt').where('uid', '=', uid).executeTakeFirst(),
    countRows(db.selectFrom('recoveryCodes').where('uid', '=', uid).where('usedAt', 'is', null)),
    readProof(sessionId, db),
  ]);
  return { passkeys, authenticatorApp: app?.createdAt.toISOString() ?? null, recoveryCodesLeft, proof };
}

export async function readPasskeys(uid: string, db: Executor): Promise<Passkey[]> {
  const all = db.selectFrom('passkeys').select(['id', 'name', 'createdAt as since', 'lastUsedAt as lastUsed']);
  const rows = await all.where('uid', '=', uid).orderBy('createdAt').orderBy('id').execute();
  return rows.map(isoTimes);
}

export type FactorNotChanged =
  | Extract<PasswordCheck, { right: false }>
  | { proof: Exclude<Proof, 'fresh'> }
  | 'last-factor';

/** Undoes a change of factors, for this reason. */
class NotAllowed extends Error {
  readonly why: FactorNotChanged;

  constructor(why: FactorNotChanged) {
    super('a change of second factors was refused');
    this.why = why;
  }
}

/** Takes the password, and of an administrator with a factor a proof of the last 15 minutes. Their last factor stays. */
export async function changeFactors<Result>(
  { user, sessionId, language }: FactorOwner,
  { password, news }: { password: string; news: SecondFactorNews },
  services: Services,
  change: (trx: Executor) => Promise<Result>,
): Promise<{ changed: Result } | FactorNotChanged> {
  const { uid } = user;
  const checked = await checkPassword(user, password, services);
  if (!checked.right) return checked;
  try {
    const changed = await services.events.transaction(async (trx) => {
      const account = await lockAccountOf(trx, uid);
      // The password may be another one since.
      if (!account || !(await hasSession(trx, sessionId))) throw new NotAllowed({ right: false });
      const isAdmin = can(user, 'admin');
      const proof = await readProof(sessionId, trx);
      if (isAdmin && proof !== 'fresh' && (await countFactors(trx, uid)) > 0) throw new NotAllowed({ proof });
      const result = await change(trx);
      if (isAdmin && (await countFactors(trx, uid)) === 0) throw new NotAllowed('last-factor');
      if (isAdmin) {
        await recordAction(trx, { by: user, act: 'changeSecondFactor', id: uid, changes: { what: [null, news] } });
      }
      await accountMails.secondFactorChanged(trx, { account, news, language }, services);
      return result;
    });
    services.log.info({ uid, news }, 'second factors changed');
    return { changed };
  } catch (error) {
    if (error instanceof NotAllowed) return error.why;
    throw error;
  }
}

/** For an administrator who has lost every factor: none is left, and every session ends. False when the address has no account. */
export async function resetSecondFactor(email: string, services: Services): Promise<boolean> {
  const uid = await services.events.transaction(async (trx, publish) => {
    const account = await lockAccount(trx, email);
    if (!account) return undefined;
    const factors = await countFactors(trx, account.uid);
    for (const table of ['passkeys', 'authenticatorApps', 'recoveryCodes'] as const)
      await trx.deleteFrom(table).where('uid', '=', account.uid).execute();
    await endSessions(trx, account.uid);
    await recordAction(trx, {
      by: null,
      act: 'resetSecondFactor',
      id: account.uid,
      changes: { factors: [factors, 0] },
    });
    await accountMails.secondFactorChanged(trx, { account, news: 'reset' }, services);
    publish({ kind: 'session', uid: account.uid });
    return account.uid;
  });
  if (uid) services.log.info({ uid }, 'second factors reset');
  return uid !== undefined;
}

async function countFactors(trx: Executor, uid: string): Promise<number> {
  const { rows } = await sql<{ factors: number }>`
    select (select count(*) from passkeys where uid = ${uid})::int
      + (select count(*) from authenticator_apps where uid = ${uid})::int as factors`.execute(trx);
  return rows[0]?.factors ?? 0;
}
