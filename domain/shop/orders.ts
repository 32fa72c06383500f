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

/** Its end is written down. One that was only withdrawn from still is to be cancelled or refunded. */
export function isOver({ cancelledAt, refundedAt }: Pick<OrderRow, 'cancelledAt' | 'refundedAt'>): boolean {
  return cancelledAt !== null || refundedAt !== null;
}

export function canWithdraw({ withdrawnAt, deliveredAt, ...order }: OrderRow): boolean {
  if (isOver(order) || withdrawnAt) return false;
  return !deliveredAt || Date.now() < endOfWithdrawal(deliveredAt).getTime();
}

const withdrawalDays = 14;

/** Its beginning. Whole days count, and none ends on a weekend (Regulation 1182/71). */
export function lastDayOfWithdrawal(deliveredAt: Date): Date {
  const day = new Date(deliveredAt);
  day.setUTCHours(0, 0, 0, 0);
  day.setUTCDate(day.getUTCDate() + withdrawalDays);
  while ([0, 6].includes(day.getUTCDay())) day.setUTCDate(day.getUTCDate() + 1);
  return day;
}

/** A day is added, because days in UTC end before those of time zones to the west. */
function endOfWithdrawal(deliveredAt: Date): Date {
  const day = lastDayOfWithdrawal(deliveredAt);
  day.setUTCDate(day.getUTCDate() + 2);
  return day;
}

/** Nothing is to be paid back. An order that costs nothing cannot end in a refund. */
export function canCancel(order: OrderRow, paidMinor: number): boolean {
  if (isOver(order) || paidMinor > 0) return false;
  const isHere = !order.shippedAt || order.withdrawnAt !== null;
  return !order.paidAt || (order.totalMinor === 0 && isHere);
}

/** It is still here, and will be sent. */
export function canReaddress({ shippedAt, withdrawnAt, ...order }: OrderRow): boolean {
  return !(shippedAt || withdrawnAt || isOver(order));
}
