import { type Selectable, sql } from 'kysely';
import { hashToken, newToken } from '../../server/auth/tokens.ts';
import { hasChanged } from '../../server/db/statements.ts';
import type { Executor, Tables } from '../../server/db/tables.ts';
import { unconfirmedDays } from './unconfirmed-accounts.ts';

export type AccountLink = Selectable<Tables['accountLinks']>;
export type LinkPurpose = AccountLink['purpose'];

/** In hours. A password link expires soon; a repeated sign-up is remembered as long as an unconfirmed one. */
const hoursGood: Record<LinkPurpose, number> = {
  'sign-up-repeated': 24 * unconfirmedDays,
  'set-password': 1,
  confirm: 24,
  'allow-change': 24,
  'confirm-change': 24,
};

type NewLink = Pick<AccountLink, 'purpose' | 'uid' | 'email'> &
  Partial<Pick<AccountLink, 'newEmail' | 'displayName' | 'password' | 'deviceHash' | 'language' | 'tagCode'>>;

/** Makes a link for a mail and returns its token. Only the hash is stored. */
export async function createLink(db: Executor, link: NewLink): Promise<string> {
  const token = newToken();
  await db
    .insertInto('accountLinks')
    .values({
      ...link,
      tokenHash: hashToken(token),
      expiresAt: sql<Date>`now() + make_interval(hours => ${hoursGood[link.purpose]})`,
    })
    .execute();
  return token;
}

export function findLink(db: Executor, token: string): Promise<AccountLink | undefined> {
  return db
    .selectFrom('accountLinks')
    .innerJoin('authUsers', 'authUsers.id', 'accountLinks.uid')
    .selectAll('accountLinks')
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', sql<Date>`now()`)
    .whereRef('authUsers.email', '=', 'accountLinks.email')
    .executeTakeFirst();
}

export async function markLinkUsed(trx: Executor, { tokenHash }: Pick<AccountLink, 'tokenHash'>): Promise<boolean> {
  return hasChanged(
    trx
      .updateTable('accountLinks')
      .set({ usedAt: sql<Date>`now()` })
      .where('tokenHash', '=', tokenHash)
      .where('usedAt', 'is', null),
  );
}

export async function revokeLinks(trx: Executor, uid: string, purposes: LinkPurpose[]): Promise<void> {
  await trx
    .deleteFrom('accountLinks')
    .where('uid', '=', uid)
    .where('purpose', 'in', purposes)
    .where('usedAt', 'is', null)
    .execute();
}

export async function deleteExpiredLinks({ db }: { db: Executor }): Promise<void> {
  await db.deleteFrom('accountLinks').where('expiresAt', '<', sql<Date>`now()`).execute();
}
