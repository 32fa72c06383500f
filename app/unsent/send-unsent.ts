import type { QueryClient } from '@tanstack/react-query';
import { promisifyRequest } from 'idb-keyval';
import { logOnly } from '../../browser/log-only.ts';
import { newSendingKey } from '../../browser/sending-key.ts';
import { unsentDatabase, unsentStore } from '../../browser/unsent.ts';
import { FunctionError, isUnreachable } from '../data/function-error.ts';
import { itemQuery, itemStatesQuery, itemsQuery } from '../data/queries.ts';
import { sessionStore } from '../session/session-store.ts';
import { deliver } from './deliver.ts';
import { dropSent } from './drop-sent.ts';
import type { Unsent, UnsentChange, UnsentItem, Waiting } from './kinds.ts';
import { refusalOf } from './refusals.ts';
import { isHeld, withLock } from './sending-locks.ts';
import { dropUnsent, isUndone, readUnsent, revise, saveUnsent, tellChange, unsentQuery } from './unsent-store.ts';

/** What has waited longer is not sent before its author agrees. */
const oldMs = 7 * 86_400_000;

/**
 * Sends what waits, one entry after the other, in one tab at a time. Files have a turn of their own: on a bad network one of them may
 * take minutes, or never arrive.
 */
export async function sendUnsent(client: QueryClient, uid: string): Promise<void> {
  await withLock(unsentDatabase, () => sendEach(client, uid, (unsent) => !('file' in unsent)));
  await withLock(`${unsentDatabase} files`, () => sendEach(client, uid, (unsent) => 'file' in unsent));
}

/** A failure holds up the other entries of the same conversation or item. */
async function sendEach(client: QueryClient, uid: string, isWanted: (unsent: Unsent) => boolean): Promise<void> {
  let noNetwork = false;
  const failing = new Map<string, Waiting['delay']>();
  let isItemSent = false;
  try {
    for (const unsent of (await readUnsent(uid)).filter(isWanted)) {
      if (unsent.refusal || (await isHeld(unsent))) continue;
      const about = aboutOf(unsent);
      const delay: Waiting['delay'] = noNetwork ? 'network' : (failing.get(about) ?? (await send(client, unsent)));
      noNetwork = delay === 'network';
      isItemSent ||= !delay && (unsent.kind === 'change' || unsent.kind === 'item');
      failing.set(about, delay);
      if (delay && delay !== unsent.delay) await revise(client, unsent, { delay });
    }
  } finally {
    // Once for all of them: several hundred may have been marked at once.
    if (isItemSent) client.invalidateQueries(itemsQuery);
  }
}

/** @param change of an item: what its author decided after the refusal */
export async function sendAgain(
  client: QueryClient,
  unsent: Unsent,
  change: Pick<UnsentChange, 'seen' | 'deleted'> = {},
): Promise<void> {
  const again = { refusal: undefined, delay: undefined, writtenAt: new Date().toISOString() };
  const isGone = unsent.kind === 'item' && !unsent.claim && unsent.refusal === 'not-found';
  const anew = isGone ? { sendingKey: newSendingKey(), tried: undefined } : {};
  await revise(client, unsent, { ...again, ...anew, ...change });
  sendSoon(client, unsent.uid);
}

/** Adds an item whose tag cannot be activated, with a tag of its own; once, however often it is pressed. */
export async function sendWithoutTag(client: QueryClient, unsent: UnsentItem): Promise<void> {
  const key = `${unsent.uid} new ${unsent.sendingKey}`;
  const anew = { claim: undefined, tried: undefined, refusal: undefined, delay: undefined };
  await saveUnsent(client, { ...unsent, ...anew, key, writtenAt: new Date().toISOString() });
  await dropUnsent(client, unsent);
  sendSoon(client, unsent.uid);
}

/**
 * Drops a new item that was never sent. One that the server may have is sent once more, to be deleted there; but not with a tag that
 * would be retired by that.
 */
export async function undoUnsentItem(client: QueryClient, { key, uid }: UnsentItem): Promise<void> {
  await unsentStore('readwrite', async (entries) => {
    const stored = await promisifyRequest<UnsentItem | undefined>(entries.get(key));
    if (stored?.tried && !stored.claim)
      entries.put({ ...stored, undone: true, refusal: undefined, writtenAt: new Date().toISOString() }, key);
    else entries.delete(key);
    await promisifyRequest(entries.transaction);
  });
  await tellChange(client, uid);
  sendSoon(client, uid);
}

/** Other entries may be in front of it for minutes: nobody waits for that. */
function sendSoon(client: QueryClient, uid: string): void {
  sendUnsent(client, uid).catch(logOnly('What waits was not sent'));
}

/** @returns what it has to wait for; undefined when the server has it, or has refused it */
async function send(client: QueryClient, unsent: Unsent): Promise<Waiting['delay']> {
  const { uid, key } = unsent;
  const state = sessionStore.current();
  if (state.status !== 'signed-in' || state.user.uid !== uid) return 'network';
  if (!isUndone(unsent) && Date.now() - Date.parse(unsent.writtenAt) > oldMs) {
    await revise(client, unsent, { refusal: 'too-old' });
    return undefined;
  }
  try {
    const show = await deliver(client, unsent);
    if (!show) return undefined;
    client.setQueryData(unsentQuery(uid).queryKey, (all) => all?.filter((each) => each.key !== key));
    show();
    await dropSent(client, unsent);
    await tellChange(client, uid);
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error;
    const refusal = refusalOf(unsent, error);
    if (!refusal) return isUnreachable(error) ? 'network' : 'server';
    await revise(client, unsent, {
      refusal,
      // A refused item is on the server only if an earlier sending arrived. Once it is discarded again, it is dropped.
      ...(unsent.kind === 'item' && { undone: undefined, tried: unsent.undone ? undefined : unsent.tried }),
    });
    if (unsent.kind === 'change') {
      client.invalidateQueries(itemQuery(unsent.itemId));
      client.invalidateQueries(itemStatesQuery(unsent.itemId));
    }
  }
  return undefined;
}

function aboutOf(unsent: Unsent): string {
  if ('conversationId' in unsent) return unsent.conversationId;
  return unsent.kind === 'item' ? unsent.key : unsent.itemId;
}
