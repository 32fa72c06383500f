import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { type PictureProblem, storePicture } from '../files/clean-picture.ts';
import { eraseFiles, readWhole } from '../files/stored-files.ts';
import { isReadableBy } from '../sharing/members.ts';
import { announceFinderMessage } from './announce-message.ts';
import { maxSentPictures, maxSentPicturesOfAccount } from './contract/limits.ts';
import { conversationStateOf, lockState, type OpenedConversation } from './conversations.ts';
import { keyUnlessSent } from './earlier-sending.ts';
import type { Reader } from './inbox.ts';
import { type OverLimit, takeAnswer } from './message-limits.ts';
import { addMessage } from './message-rows.ts';

type Sending = {
  key: string;
  attempt?: string | undefined;
  networkKey: string;
  isLate: boolean;
};

/** Whether a finder's picture may be received: the answer to a repeated sending is `sent`. Counts it among those of the day. */
export async function preparePicture(
  conversation: OpenedConversation,
  { networkKey, isLate, ...sending }: Sending,
  services: Services,
): Promise<{ state: 'sent' | 'too-old' | 'blocked' | 'closed' | 'full' | 'allowed' } | OverLimit> {
  const { db, limits } = services;
  if (!(await keyUnlessSent(db, keysOf(conversation, sending, services)))) return { state: 'sent' };
  if (isLate) return { state: 'too-old' };
  const state = conversationStateOf(conversation);
  if (state !== 'open') return { state };
  if (await isFull(db, conversation)) return { state: 'full' };
  const { allowed, retryAfter } = await limits.take('sent-pictures-day', dayKey(conversation, networkKey));
  return allowed ? { state: 'allowed' } : { state: 'over-limit', retryAfter };
}

/** A picture that did not arrive is sent again by the phone itself: it is one of the day, however often. */
export async function uncountPicture(conversation: OpenedConversation, networkKey: string, { limits, log }: Services) {
  await limits.putBack('sent-pictures-day', dayKey(conversation, networkKey)).catch((error) =>
    // The database may be why it did not arrive, or be stopped by now.
    log.debug({ error }, 'a picture that did not arrive stays counted'),
  );
}

const dayKey = ({ itemId }: OpenedConversation, networkKey: string) => `${networkKey}.${itemId}`;

/** Adds a picture to the conversation, as a message of the finder: drawn anew, with nothing that a camera wrote into it. The same key adds one. */
export async function sendPicture(
  conversation: OpenedConversation,
  { path, networkKey, ...sending }: Omit<Sending, 'isLate'> & { path: string },
  services: Services,
): Promise<{ state: 'sent' | 'blocked' | 'closed' | 'full' } | OverLimit | PictureProblem> {
  const { events, limits } = services;
  const allowance = await takeAnswer({ networkKey, conversation }, limits);
  if (allowance.state !== 'allowed') return allowance;
  const { heldReason } = allowance;
  const picture = await storePicture(path, 'whole', services);
  if ('problem' in picture) return picture;
  const { id } = picture;
  const written = await events.transaction(async (trx, publish): Promise<'sent' | 'blocked' | 'closed' | 'full'> => {
    const now = await lockState(trx, conversation.id);
    if (now !== 'open') return now;
    const known = keysOf(conversation, sending, services);
    const idempotencyKey = await keyUnlessSent(trx, known);
    if (!idempotencyKey) return 'sent';
    if (await isFull(trx, conversation)) return 'full';
    const { itemId, ownerId } = await trx
      .selectFrom('conversations')
      .select(['itemId', 'ownerId'])
      .where('id', '=', conversation.id)
      .executeTakeFirstOrThrow();
    const creationKey = `${idempotencyKey}:${id}`;
    const row = { ...picture, kind: 'sent-picture' as const, ownerId, itemId, creationKey };
    await trx.insertInto('files').values(row).execute();
    const message = { conversation: { id: conversation.id, itemId, ownerId }, author: 'finder', text: '' } as const;
    const { attemptKey } = known;
    const sent = await addMessage(trx, { ...message, pictureId: id, heldReason, idempotencyKey, attemptKey });
    await announceFinderMessage(trx, publish, sent, services);
    return 'sent';
  });
  const isStored = await services.db.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst();
  if (!isStored) await eraseFiles([id], services);
  return { state: written };
}

export function readPictureAsReader(reader: Reader, { id, side }: { id: string; side: number }, services: Services) {
  return readBytes(messageOf(id, services.db).where(isReadableBy(reader)), { id, side }, services);
}

export function readPictureAsFinder(
  conversation: { id: string },
  { id, side }: { id: string; side: number },
  services: Services,
): Promise<Buffer | null> {
  const own = messageOf(id, services.db).where('conversations.id', '=', conversation.id);
  return readBytes(own, { id, side }, services);
}

function messageOf(pictureId: string, db: Executor) {
  return db
    .selectFrom('webMessages')
    .innerJoin('conversations', 'conversations.id', 'webMessages.conversationId')
    .select('webMessages.id')
    .where('pictureId', '=', pictureId);
}

async function readBytes(
  message: ReturnType<typeof messageOf>,
  { id, side }: { id: string; side: number },
  { files }: Services,
): Promise<Buffer | null> {
  if (!(await message.executeTakeFirst())) return null;
  return readWhole(id, side, files);
}

async function isFull(db: Executor, conversation: { id: string; ownerId: string }): Promise<boolean> {
  const { rows } = await sql<{ here: string; all: string }>`select
    (select count(*) from (
      select from web_messages where conversation_id = ${conversation.id} and picture_id is not null limit ${maxSentPictures}
    ) as counted) as here,
    (select count(*) from (
      select from files where owner_id = ${conversation.ownerId} and kind = 'sent-picture' limit ${maxSentPicturesOfAccount}
    ) as counted) as all`.execute(db);
  const [counted] = rows;
  return Number(counted?.here) >= maxSentPictures || Number(counted?.all) >= maxSentPicturesOfAccount;
}

function keysOf(
  { id }: { id: string },
  { key, attempt }: { key: string; attempt?: string | undefined },
  { keys }: Services,
) {
  const sent = attempt && keys.code('attempt', JSON.stringify([id, 'picture', attempt]));
  return { idempotencyKey: `picture:${id}:${key}`, attemptKey: sent ? sent.toString('base64url') : undefined };
}
