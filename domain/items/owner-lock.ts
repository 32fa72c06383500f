import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';

/** Of our locks, those about an item's owner. */
const ownerLocks = 1;

/** Keeps the item with its owner until the transaction ends. Whoever takes this lock holds no row yet, so it is part of no deadlock. */
export async function keepOwner(trx: Executor, itemId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${ownerLocks}::int, hashtext(${itemId}))`.execute(trx);
}

/** Waits for all who keep the item with its owner, and keeps others waiting, before the transaction has any row. */
export async function lockOwner(trx: Executor, itemId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ownerLocks}::int, hashtext(${itemId}))`.execute(trx);
}
