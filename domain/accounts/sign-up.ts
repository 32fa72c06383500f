import { sql } from 'kysely';
import type { Account } from '../../server/auth/auth.ts';
import { hashPassword, verifyPassword } from '../../server/auth/password.ts';
import { releaseDate } from '../../server/clock.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { createLink, revokeLinks } from './account-links.ts';
import { accountMails } from './account-mails.ts';
import { lockAccount, writePassword } from './account-rows.ts';
import { createProfile, isUnconfirmed } from './enter-session.ts';

export type SignUp = {
  name: string;
  email: string;
  password: string;
  deviceHash: string;
  language: string;
  tagCode?: string | undefined;
  /** Where they were going; the link leads on to it. */
  next?: string | undefined;
};

/** In one transaction (C-7.01). An unconfirmed account gets a link for each sign-up; a confirmed one’s owner is told. */
export async function signUp(asked: SignUp, services: Services): Promise<void> {
  const password = await hashPassword(asked.password, services.passwordCost);
  const email = asked.email.toLowerCase();
  await services.events.transaction(async (trx) => {
    await createAccount(trx, { name: asked.name, email });
    const account = await lockAccount(trx, email);
    if (!account) throw new Error('the account is gone that was made a moment ago');
    if (!(await isUnconfirmed(account, trx))) {
      await noteRepeatedSignUp(trx, account, password);
      await accountMails.signedUpAgain(trx, { account, language: asked.language }, services);
      return;
    }
    const changes = { name: asked.name, signedUpAt: sql<Date>`now()` };
    await trx.updateTable('authUsers').set(changes).where('id', '=', account.uid).execute();
    await createProfile({ ...account, name: asked.name }, false, { db: trx });
    await trx.updateTable('users').set({ displayName: asked.name }).where('uid', '=', account.uid).execute();
    // The last sign-up's password gets the answer “confirm first”.
    await writePassword(trx, account.uid, password);
    const { name: displayName, deviceHash, language, tagCode, next } = asked;
    const sameSignUp = { uid: account.uid, email, displayName, password, deviceHash, language, tagCode };
    const token = await createLink(trx, { ...sameSignUp, purpose: 'confirm' });
    await accountMails.addressToConfirm(trx, { account, token, language, next }, services);
  });
}

/** Mails the confirmation again (C-7.07). Another browser than the one that signed up gets a link to set a password instead. */
export async function sendConfirmationAgain(
  email: string,
  { deviceHash, language, next }: { deviceHash: string | undefined; language: string; next?: string | undefined },
  services: Services,
): Promise<void> {
  await services.events.transaction(async (trx) => {
    const account = await lockAccount(trx, email);
    if (!account || !(await isUnconfirmed(account, trx))) return;
    const { uid } = account;
    const own = deviceHash && (await lastSignUp(trx, uid, deviceHash));
    if (own) {
      const { displayName, password, tagCode } = own;
      const sameSignUp = { uid, email: account.email, displayName, password, deviceHash, language, tagCode };
      const token = await createLink(trx, { ...sameSignUp, purpose: 'confirm' });
      await accountMails.addressToConfirm(trx, { account, token, language, next }, services);
    } else {
      const token = await createLink(trx, { purpose: 'set-password', uid, email: account.email, language });
      await accountMails.firstPasswordAsked(trx, { account, token, language }, services);
    }
  });
}

/** Whether this is the password of the last sign-up for an existing account. That person is told to confirm first. */
export async function isOfRepeatedSignUp(uid: string, password: string, { db }: Services): Promise<boolean> {
  const last = await db
    .selectFrom('accountLinks')
    .select('password')
    .where('uid', '=', uid)
    .where('purpose', '=', 'sign-up-repeated')
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return Boolean(last?.password) && verifyPassword(password, last?.password ?? '');
}

/** Stores the last repeated sign-up. Nobody gets the token, so nothing can be confirmed with it. */
async function noteRepeatedSignUp(trx: Executor, { uid, email }: Account, password: string): Promise<void> {
  await revokeLinks(trx, uid, ['sign-up-repeated']);
  await createLink(trx, { purpose: 'sign-up-repeated', uid, email, password });
}

function lastSignUp(trx: Executor, uid: string, deviceHash: string) {
  return trx
    .selectFrom('accountLinks')
    .select(['displayName', 'password', 'tagCode'])
    .where('uid', '=', uid)
    .where('purpose', '=', 'confirm')
    .where('deviceHash', '=', deviceHash)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function createAccount(trx: Executor, { name, email }: { name: string; email: string }): Promise<void> {
  const id = crypto.randomUUID().replaceAll('-', '');
  await trx
    .insertInto('authUsers')
    // By a wrong clock it would be exempt from confirming (C-4.03).
    .values({ id, name, email, image: null, createdAt: sql<Date>`greatest(now(), ${releaseDate})` })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
}
