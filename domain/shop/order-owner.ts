import { sql } from 'kysely';

/** Of rows of `orders`: whether it was made with the address that the account has confirmed, before or after. */
export function isOrderOf(uid: string) {
  return sql<boolean>`orders.email = (select email from auth_users where id = ${uid} and email_verified)`;
}
