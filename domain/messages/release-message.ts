import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Keys } from '../../server/secret.ts';
import type { Services } from '../../server/services.ts';
import { maxPageSize } from '../lists/contract/page-size.ts';
import { notifyReaders, stopWaiting } from '../notifications/notify-readers.ts';
import { publishConversation } from '../sharing/members.ts';
import { conversationStateOf, lockState, type OpenedConversation } from './conversations.ts';
import { fromMessageId, toMessageId } from './message-id.ts';
import type { MessageRow } from './message-rows.ts';

/** Work that releases the oldest message that the limits hold, of the newest 200 and of the last day; null when there is none (decision 040). */
export async function challengeOf(conversation: OpenedConversation, { db, keys, limits }: Services) {
  if (conversationStateOf(conversation) !== 'open') return null;
  const newest = db
    .selectFrom('webMessages')
    .select(['id', 'author', 'heldReason', 'hiddenAs', 'deletedAt', 'createdAt'])
    .where('conversationId', '=', conversation.id)
    .orderBy('id', 'desc')
    .limit(maxPageSize);
  const held = await db
    .selectFrom(newest.as('newest'))
    .select('id')
    .where('author', '=', 'finder')
    .where('heldReason', '=', 'too-many')
    .where('hiddenAs', 'is', null)
    .where('deletedAt', 'is', null)
    .where('createdAt', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!held || !(await limits.take('challenge-hour', conversation.id)).allowed) return null;
  return makeChallenge(toMessageId(held.id, keys), keys);
}

/**
 * Releases a message that the limits hold, after work for this very message. Readers who were not told of it yet are told as of any other.
 * @returns false when the work is none, or the message is of another conversation or not held: nothing changes then
 */
export async function releaseMessage(conversation: OpenedConversation, proof: string, services: Services) {
  const { events, keys } = services;
  const message = fromMessageId((await checkProof(proof, keys)) ?? '', keys);
  if (message === undefined) return false;
  return events.transaction(async (trx, publish) => {
    if ((await lockState(trx, conversation.id)) !== 'open') return false;
    const row = await trx
      .updateTable('webMessages')
      .set({ heldReason: null })
      .where('id', '=', message)
      .where('conversationId', '=', conversation.id)
      .where('heldReason', '=', 'too-many')
      .where('hiddenAs', 'is', null)
      .where('deletedAt', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!row) return false;
    await publishReleased(trx, publish, row, services);
    return true;
  });
}

/** Tells the readers of a message that was just released, as of any other, unless they were told that a program may have sent it. */
export async function publishReleased(trx: Executor, publish: Publish, row: MessageRow, services: Services) {
  const { conversationId: id } = row;
  const { ownerId } = await trx
    .updateTable('conversations')
    .set({ messagesChangedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .returning('ownerId')
    .executeTakeFirstOrThrow();
  const readers = await stopWaiting(trx, row.id);
  await notifyReaders(trx, { message: row, readers, possiblyAutomatic: false }, services);
  await publishConversation(trx, publish, { id, ownerId });
}

/** Both numbers together are about a second of work on a weak phone: each try derives a key with so many rounds of SHA-256. */
const rounds = 2_000;
const tries = { least: 150, most: 250 };
const goodForMinutes = 10;

/** What is signed, so none of it may be left out. */
const parameters = z.strictObject({
  algorithm: z.string(),
  cost: z.number(),
  data: z.strictObject({ message: z.string() }),
  expiresAt: z.number(),
  keyLength: z.number(),
  keyPrefix: z.string(),
  keySignature: z.string(),
  nonce: z.string(),
  salt: z.string(),
});

const proof = z.object({
  challenge: z.object({ parameters, signature: z.string() }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

async function makeChallenge(messageId: string, keys: Keys): Promise<string> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: rounds,
    counter: randomInt(tries.most, tries.least),
    deriveKey,
    data: { message: messageId },
    expiresAt: new Date(Date.now() + goodForMinutes * 60_000),
    ...secrets(keys),
  });
  return JSON.stringify(challenge);
}

/** @returns the id of the message about which the work was done; undefined when it was not, is forged, or came too late */
async function checkProof(given: string, keys: Keys): Promise<string | undefined> {
  const read = proof.safeParse(parsed(given));
  if (!read.success) return undefined;
  const { verified } = await verifySolution({ ...read.data, deriveKey, ...secrets(keys) });
  return verified ? read.data.challenge.parameters.data.message : undefined;
}

function secrets(keys: Keys) {
  return {
    hmacSignatureSecret: keys.key('challenge').toString('base64'),
    hmacKeySignatureSecret: keys.key('challenge-key').toString('base64'),
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
