import { outboxDatabase } from '../../../browser/device-store.ts';
import { newIdempotencyKey } from '../../../browser/idempotency-key.ts';
import { logOnly } from '../../../browser/log-only.ts';
import { FunctionError, isUnreachable, presentValues } from '../data/call-function.ts';
import { itemQuery, itemStatesQuery, itemsQuery } from '../data/queries.ts';
import { queryClient } from '../data/query-client.ts';
import { sessionStore } from '../session/session-store.ts';
import { deliver, showDelivered } from './deliver.ts';
import {
  type Entry,
  type EntryOf,
  isKnown,
  isOf,
  itemCalls,
  type NewItemEntry,
  newItemCalls,
  timeOfWriting,
} from './entry.ts';
import { refusalOf } from './refusals.ts';
import { finish, lockOf, newEntry, saveEntry } from './save.ts';
import { isHeld, withLock } from './sending-locks.ts';
import {
  dropEntry,
  ifSame,
  isUndone,
  joinLater,
  moveEntry,
  outboxQuery,
  readOutbox,
  reviseEntry,
  tellOutbox,
} from './store.ts';

/** What has waited longer is not sent before its author agrees. */
const oldMs = 7 * 86_400_000;

/** Sends what waits, one entry after the other, in one tab at a time. Files have a turn of their own: one may take minutes. */
export async function sendOutbox(uid: string): Promise<void> {
  await withLock(outboxDatabase, () => sendEach(uid, ({ file }) => !file));
  await withLock(`${outboxDatabase} files`, () => sendEach(uid, ({ file, after }) => file !== undefined && !after));
}

/** A failure holds up the other entries about the same. */
async function sendEach(uid: string, isWanted: (entry: Entry) => boolean): Promise<void> {
  let noNetwork = false;
  const failing = new Map<string, Entry['delay']>();
  let isItemSent = false;
  try {
    for (const entry of (await readOutbox(uid)).filter(isWanted)) {
      if (entry.refusal || !isKnown(entry) || (await isHeld(lockOf(entry)))) continue;
      const delay: Entry['delay'] = noNetwork ? 'network' : (failing.get(entry.about) ?? (await send(entry)));
      noNetwork = delay === 'network';
      isItemSent ||= !delay && (isOf(itemCalls, entry) || isOf(newItemCalls, entry));
      failing.set(entry.about, delay);
      if (delay && delay !== entry.delay) await reviseEntry(entry, { delay });
    }
  } finally {
    // Once for all of them: several hundred may have been marked at once.
    if (isItemSent) queryClient.invalidateQueries(itemsQuery);
  }
}

/** @returns what it has to wait for; undefined when the server has it, or has refused it */
async function send(entry: Entry): Promise<Entry['delay']> {
  const { uid, key } = entry;
  const state = sessionStore.current();
  if (state.status !== 'signed-in' || state.user.uid !== uid) return 'network';
  if (!isUndone(entry) && Date.now() - Date.parse(entry.writtenAt) > oldMs) {
    await refuse(entry, { refusal: 'too-old' });
    return undefined;
  }
  const isOnline = navigator.onLine;
  // A refusal before it may have taken fields out of it.
  let current = entry;
  const note = (store: IDBObjectStore, stored: Entry) => {
    current = stored;
    if (isOnline) store.put({ ...stored, tried: true }, key);
  };
  if (!(await ifSame(entry, note))) return undefined;
  try {
    const answer = await deliver(current);
    queryClient.setQueryData(outboxQuery(uid).queryKey, (all) => all?.filter((each) => each.key !== key));
    showDelivered(current, answer);
    await finish(current, answer);
    await tellOutbox(uid);
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error;
    const refusal = refusalOf(entry, error);
    if (!refusal) return isUnreachable(error) ? 'network' : 'server';
    await refuse(current, { refusal, now: presentValues(error) });
  }
  return undefined;
}

async function refuse(entry: Entry, refusal: Pick<Entry, 'refusal' | 'now'>): Promise<void> {
  // A refused item is on the server only if an earlier sending arrived. Once it is discarded again, it is dropped.
  const again = isOf(newItemCalls, entry) && { undone: undefined, tried: entry.undone ? undefined : entry.tried };
  if (isOf(['updateItem', 'updateLoss'], entry)) await joinLater(entry);
  await reviseEntry(entry, { ...refusal, ...again });
  if (!isOf(itemCalls, entry)) return;
  queryClient.invalidateQueries(itemQuery(entry.about));
  queryClient.invalidateQueries(itemStatesQuery(entry.about));
}

export async function sendAgain(entry: Entry, change: Partial<Entry> = {}): Promise<void> {
  const again = { refusal: undefined, now: undefined, delay: undefined, writtenAt: timeOfWriting() };
  await reviseEntry(entry, { ...again, ...change } as Partial<Entry>);
  sendSoon(entry.uid);
}

export function sendAnew(entry: EntryOf<'addItem'>): Promise<void> {
  return sendAgain(entry, { tried: undefined, input: { ...entry.input, key: newIdempotencyKey() } });
}

export async function restoreAndSend(entry: Entry): Promise<void> {
  const { uid, about, name } = entry;
  await saveEntry(newEntry('undeleteItem', { uid, about, name, input: { id: about } }));
  await sendAgain(entry);
}

/** Adds an item whose tag cannot be activated, with a tag of its own; once, however often it is pressed. */
export async function sendWithoutTag(entry: EntryOf<'activateTag'>): Promise<void> {
  const { uid, name } = entry;
  const { code: _, activationCode: __, ...input } = entry.input;
  const key = `${uid} new ${input.key}`;
  await moveEntry({ ...newEntry('addItem', { uid, name, about: key, input }), key: entry.key }, key);
  await tellOutbox(uid);
  sendSoon(uid);
}

/** Drops a new item that was never sent. One that the server may have is sent again, to be deleted there, but not with a tag. */
export async function undoNewItem(entry: NewItemEntry): Promise<void> {
  let isSentAgain = false;
  await ifSame(entry, (store, stored) => {
    isSentAgain = stored.tried === true && stored.call === 'addItem';
    if (isSentAgain) store.put({ ...stored, undone: true, refusal: undefined, writtenAt: timeOfWriting() }, entry.key);
  });
  if (!isSentAgain) await dropEntry(entry);
  await tellOutbox(entry.uid);
  sendSoon(entry.uid);
}

/** Other entries may be in front of it for minutes: nobody waits for that. */
function sendSoon(uid: string): void {
  sendOutbox(uid).catch(logOnly('What waits was not sent'));
}
