import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { Addressee } from './mail.ts';
import {
  translationsForAccount,
  translationsForAddress,
  translationsForFinder,
  translationsForMail,
} from './mail-language.ts';

/** Who gets a mail. What the caller must know of them is in the second argument. */

export type AboutAccount = {
  account: { uid: string; email?: string; name?: string };
  /** Of the request; a language kept with the profile comes before it. */
  language?: string | null;
};

export async function toAccount(trx: Executor, { account, language }: AboutAccount, services: Services) {
  const { uid, email, name } = account.email ? { email: '', ...account } : await readAccount(trx, account.uid);
  return { uid, email, name, t: await translationsForAccount(trx, uid, services, language) };
}

/** To an address that is not confirmed: without the name, which anybody may have chosen. */
export async function toUnconfirmed(trx: Executor, about: AboutAccount, services: Services) {
  return { ...(await toAccount(trx, about, services)), name: null };
}

function readAccount(trx: Executor, uid: string) {
  return trx
    .selectFrom('authUsers')
    .select(['id as uid', 'email', 'name'])
    .where('id', '=', uid)
    .executeTakeFirstOrThrow();
}

export async function toOperator(trx: Executor, _: unknown, services: Services) {
  const { adminEmail: email } = services;
  return email ? { uid: null, email, t: await translationsForAddress(trx, email, services) } : undefined;
}

/** To all administrators who can sign in, and the operator where they have no such account. */
export async function toAdministrators(trx: Executor, _: unknown, services: Services): Promise<Addressee[]> {
  const rows = await trx
    .selectFrom('users')
    .innerJoin('authUsers', 'authUsers.id', 'users.uid')
    .select(['users.uid', 'authUsers.email', 'authUsers.name', 'users.language'])
    .where('users.role', '=', 'admin')
    .where('users.disabledAt', 'is', null)
    .orderBy('users.uid')
    .execute();
  const operator = await toOperator(trx, {}, services);
  const all = rows.map(({ language, ...row }) => ({ ...row, t: translationsForMail(language, services) }));
  return operator && !rows.some(({ email }) => email === operator.email) ? [...all, operator] : all;
}

/** To a finder, in any of the languages. */
export async function toFinder(
  _: Executor,
  { email, language }: { email: string; language: string | null },
  services: Services,
) {
  return { uid: null, email, t: translationsForFinder(language, services) };
}
