import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Keys } from '../../server/secret.ts';

export type OrderRow = Selectable<Tables['orders']>;

const idBytes = 16;

export function newOrderId(): string {
  return randomBytes(idBytes).toString('base64url');
}

type Named = Pick<OrderRow, 'id' | 'secretVersion'>;

/** Computes the secret of the order's private link: id and code. It is not stored; a higher version revokes it. */
export function orderSecret(order: Named, keys: Keys): string {
  const code = keys.code('order', coded(order));
  return Buffer.concat([Buffer.from(order.id, 'base64url'), code]).toString('base64url');
}

/** The order of a private link. Undefined when the secret is forged, revoked or damaged. */
export async function openOrder(secret: string, { db, keys }: { db: Executor; keys: Keys }) {
  const bytes = Buffer.from(secret, 'base64url');
  if (bytes.toString('base64url') !== secret || bytes.length <= idBytes) return undefined;
  const id = bytes.subarray(0, idBytes).toString('base64url');
  const order = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  return order && keys.matches('order', coded(order), bytes.subarray(idBytes)) ? order : undefined;
}

const coded = ({ id, secretVersion }: Named) => `${id} ${secretVersion}`;

/** Of a key that the sender made: what is stored does not tell it. */
export function creationKeyOf(key: string, keys: Keys): string {
  return keys.code('sending', `order ${key}`).toString('base64url');
}
