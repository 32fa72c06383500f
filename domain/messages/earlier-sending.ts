import type { Executor } from '../../server/db/tables.ts';
import { findAttempt, findSent, type MessageRow } from './message-rows.ts';

/**
 * What a sending stored before, or the key to store it by. What no longer counts, such as what its finder deleted, is stored anew, once even
 * by a double tap.
 */
export async function findEarlier(
  db: Executor,
  idempotencyKey: string,
  counts: (row: MessageRow) => boolean | Promise<boolean>,
): Promise<{ earlier: MessageRow } | { key: string }> {
  let key = idempotencyKey;
  for (;;) {
    const earlier = await findSent(db, key);
    if (!earlier) return { key };
    if (await counts(earlier)) return { earlier };
    key = `${idempotencyKey}:${earlier.id}`;
  }
}

type AtPrivateLink = {
  idempotencyKey: string;
  /** Of a phone that tries again by itself. It does not send again what was deleted meanwhile. */
  attemptKey: string | undefined;
};

/** @returns the key to store what was sent at a private link by; nothing when it was sent before and is still there */
export async function keyUnlessSent(db: Executor, { idempotencyKey, attemptKey }: AtPrivateLink) {
  if (attemptKey && (await findAttempt(db, attemptKey))) return undefined;
  const found = await findEarlier(db, idempotencyKey, ({ deletedAt }) => deletedAt === null);
  return 'key' in found ? found.key : undefined;
}
