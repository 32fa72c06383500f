import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { createStore, del, promisifyRequest, set, values } from 'idb-keyval';
import { logOnly } from '../../browser/log-only.ts';
import { newSendingKey } from '../../browser/sending-key.ts';
import { unsentStore } from '../../browser/unsent.ts';
import type { ItemFacts } from '../../domain/items/contract/facts.ts';
import { isEqual } from '../../domain/items/contract/is-equal.ts';
import { isMissing } from '../../domain/items/contract/item-state.ts';
import type { ItemDetails, ItemSummary, NewItem } from '../../domain/items/contract/schema.ts';
import type { SeenItem } from '../../domain/items/contract/seen-item.ts';
import { nothingSaid, toldLossOf } from '../../domain/items/contract/told-loss.ts';
import type { AnyReply } from '../../domain/messages/contract/ready-replies.ts';
import type { InboxMessage, Meeting } from '../../domain/messages/contract/schema.ts';
import { callFunction } from '../data/call-function.ts';
import { addToConversation, changeConversation } from '../data/conversations.ts';
import { FunctionError, type FunctionErrorCode, isNotFound, isUnreachable, reasonOf } from '../data/function-error.ts';
import type { LongList } from '../data/long-lists.ts';
import { itemQuery, itemStatesQuery, itemsQuery, receiptsQuery, showChangedItem } from '../data/queries.ts';
import { uploadFile } from '../files/upload-file.ts';
import { sessionStore } from '../session/session-store.ts';
import { enterState, joinChanges, type StateChange } from './enter-state.ts';
import { pick } from './pick.ts';
import { seenOf, withOwnChanges } from './seen-item.ts';

export type Unsent = UnsentReply | UnsentSwitches | UnsentItem | UnsentChange | UnsentPicture | UnsentReceipt;

type Waiting = {
  /** Whose it is: it waits until the same account is signed in. */
  uid: string;
  key: string;
  /** ISO 8601. */
  writtenAt: string;
  delay?: 'network' | 'server' | undefined;
  /** It then waits for its author. */
  refusal?: RefusalCode | undefined;
};

/** Words, something ready, or where to meet. */
export type SaidInReply = { text: string; reply?: AnyReply | undefined; meeting?: Meeting | undefined };

type Reply = SaidInReply & {
  conversationId: string;
  key: string;
  /** Id of the last message that was shown to whoever answered. */
  upTo?: string | undefined;
};

export type UnsentReply = Waiting & Reply & { kind: 'reply' };

export type Switches = { archived?: boolean | undefined; muted?: boolean | undefined };

type ChangedSwitches = Switches & {
  conversationId: string;
  /** Id of the last message that was shown to whoever archived. */
  upTo?: string | undefined;
};

/** One for each conversation. */
export type UnsentSwitches = Waiting &
  ChangedSwitches & {
    kind: 'switches';
    /** The server may have it, though no answer came. */
    tried?: boolean | undefined;
  };

/** A new item. Its key makes it one, however often it is sent. */
export type UnsentItem = Waiting & {
  kind: 'item';
  sendingKey: string;
  details: NewItem;
  picture?: Blob | undefined;
  /** The server may have it, though no answer came. */
  tried?: boolean | undefined;
  /** The server may have it, and is to delete it. */
  undone?: boolean | undefined;
};

export type SaidOfItem = {
  details: Partial<ItemDetails>;
  facts?: ItemFacts | undefined;
  change?: StateChange | undefined;
};

/** One for each item, and one for what was refused before; `name` is shown. */
export type UnsentChange = Waiting &
  SaidOfItem & {
    kind: 'change';
    itemId: string;
    name: string;
    /** As earlier releases stored a change of state. */
    lost?: boolean | undefined;
    archived?: boolean | undefined;
    /** False undoes a deletion. */
    deleted?: boolean | undefined;
    /** The item before the first of the changes: what changed elsewhere since then is not overwritten. */
    seen?: SeenItem | undefined;
    /** The server may have it, though no answer came. */
    tried?: SaidOfItem[] | undefined;
  };

/** One for each item; `name` is the item’s. */
export type UnsentPicture = Waiting & {
  kind: 'picture';
  itemId: string;
  name: string;
  sendingKey: string;
  file: Blob;
};

/** `name` is the item’s. */
export type UnsentReceipt = Waiting & {
  kind: 'receipt';
  itemId: string;
  name: string;
  fileName: string;
  sendingKey: string;
  file: Blob;
};

const store = createStore(...unsentStore);
const [name] = unsentStore;

/** After this time its author is asked again. */
const oldMs = 7 * 86_400_000;

/** Final refusals; everything else may succeed later. */
const finalCodes = [
  'invalid-argument',
  'not-found',
  'permission-denied',
  'aborted',
  'unimplemented',
] as const satisfies FunctionErrorCode[];

type FinalCode = (typeof finalCodes)[number];
export type RefusalCode = FinalCode | 'too-old';

export function canWait(error: unknown): boolean {
  return error instanceof FunctionError && !isFinal(error.code);
}

export const unsentQuery = (uid: string) =>
  queryOptions({
    queryKey: ['unsent', uid],
    queryFn: () => readUnsent(uid),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { notCached: true },
  });

/** @throws where the browser keeps nothing */
export async function saveUnsent(client: QueryClient, unsent: Unsent): Promise<void> {
  await set(unsent.key, unsent, store);
  await tellChange(client, unsent.uid);
}

/** What of a refused change the form that begins with it replaces. */
export type Mended = 'details' | 'facts' | 'change';

type Changed = Omit<UnsentChange, keyof Waiting | 'kind' | 'lost'> & { uid: string; mends?: Mended | undefined };

/** Adds to what still waits for the item. What was refused waits apart, until its owner mends it or sends it again. */
export async function saveUnsentChange(client: QueryClient, changed: Changed): Promise<void> {
  await keepChange(changed);
  await tellChange(client, changed.uid);
}

/** @returns what waits now, and whether something waited before */
async function keepChange(changed: Changed): Promise<{ kept: UnsentChange; hadWaiting: boolean }> {
  const { uid, itemId, name, details, facts, change, archived, deleted, seen, tried, mends } = changed;
  const key = changeKey(changed);
  const refusedKey = `${key} refused`;
  return store('readwrite', async (entries) => {
    const stored = await promisifyRequest<UnsentChange | undefined>(entries.get(key));
    const refused = await promisifyRequest<UnsentChange | undefined>(entries.get(refusedKey));
    const before = stored?.refusal ? undefined : stored;
    const hadWaiting = Boolean(stored ?? refused);
    const earlier = before && stateChangeIn(before);
    const isMissingNow = change !== undefined && isMissing(change.state);
    const kept: UnsentChange = {
      kind: 'change',
      uid,
      key,
      itemId,
      name,
      details: { ...before?.details, ...details },
      facts: facts ? { ...before?.facts, ...facts } : before?.facts,
      change: change ? joinChanges(earlier, change) : earlier,
      // What is missing is in use.
      archived: archived ?? (isMissingNow ? false : before?.archived),
      deleted: deleted ?? before?.deleted,
      seen: before ? firstSeen(before, seen) : seen,
      tried: hadWaiting ? before?.tried : tried,
      writtenAt: now(),
    };
    entries.put(kept, key);
    const left = leftOf(joinRefused(refused, stored?.refusal ? stored : undefined), changed, mends);
    if (left) entries.put({ ...left, key: refusedKey }, refusedKey);
    else entries.delete(refusedKey);
    await promisifyRequest(entries.transaction);
    return { kept, hadWaiting };
  });
}

const changeKey = ({ uid, itemId }: Pick<UnsentChange, 'uid' | 'itemId'>) => `${uid} ${itemId}`;

/**
 * Sends a change that is on this device before, and outlives its tab. It is shown as waiting only if it has to wait: also for
 * an earlier one of the same item.
 * @returns whether the server has it
 * @throws why it was refused, or was not sent where the browser keeps nothing
 */
export async function sendKeptChange(
  client: QueryClient,
  changed: Changed,
  send: () => Promise<unknown>,
): Promise<boolean> {
  const { details, facts, change } = changed;
  return withLockIfFree(changeKey(changed), async () => {
    const stored = await keepChange({
      ...changed,
      tried: navigator.onLine ? [{ details, facts, change }] : undefined,
    }).catch(logOnly('A change is only sent'));
    try {
      if (stored?.hadWaiting) return false;
      await send();
      if (stored) await dropSent(client, stored.kept).catch(logOnly('A change that is saved waits'));
      return true;
    } catch (error) {
      if (stored && canWait(error)) return false;
      if (stored) await dropRefused(stored.kept).catch(logOnly('A change that was refused waits'));
      throw error;
    } finally {
      if (stored) await tellChange(client, changed.uid);
    }
  });
}

/** Of each field, what was seen before the first change of it. A change of something else did not look at what was said of the loss. */
function firstSeen(before: UnsentChange, seen: SeenItem | undefined): SeenItem | undefined {
  const { details, facts = {}, archived, deleted, seen: first } = before;
  if (!first || !seen) return first;
  const stateFrom = stateChangeIn(before) || archived !== undefined || deleted !== undefined ? first : seen;
  return {
    ...seen,
    ...pick(first, details),
    facts: { ...seen.facts, ...pick(first.facts, facts) },
    state: stateFrom.state,
    loss: first.loss ?? seen.loss,
  };
}

/** Its form shows what was refused. A change made meanwhile stays. */
async function dropRefused({ key, writtenAt, ...refused }: UnsentChange): Promise<void> {
  await store('readwrite', async (entries) => {
    const stored = await promisifyRequest<UnsentChange | undefined>(entries.get(key));
    const left = stored && stored.writtenAt !== writtenAt && { ...stored, ...withoutSame(stored, refused) };
    if (left && !isEmptyChange(left)) entries.put({ ...left, tried: undefined }, key);
    else entries.delete(key);
    await promisifyRequest(entries.transaction);
  });
}

type Said = Pick<UnsentChange, 'details' | 'facts' | 'change' | 'archived' | 'deleted'>;

/** What was said since, in other fields or in other words. */
function withoutSame(now: Said, before: Said): Said {
  const { details, facts, ...others } = now;
  const isOther = (one: object, other: object = {}) =>
    Object.fromEntries(Object.entries(one).filter(([name, value]) => !isEqual(value, Reflect.get(other, name))));
  return {
    details: isOther(details, before.details),
    facts: facts && isOther(facts, before.facts),
    change: isEqual(others.change, before.change) ? undefined : others.change,
    archived: others.archived === before.archived ? undefined : others.archived,
    deleted: others.deleted === before.deleted ? undefined : others.deleted,
  };
}

function isEmptyChange({ details, facts = {}, change, archived, deleted }: Said): boolean {
  return (
    Object.keys({ ...details, ...facts }).length === 0 && !change && archived === undefined && deleted === undefined
  );
}

/** What waits of an item, as its pages show it. */
export function joinRefused(refused: UnsentChange | undefined, later: UnsentChange | undefined) {
  if (!refused || !later) return later ?? refused;
  const [before, change] = [stateChangeIn(refused), stateChangeIn(later)];
  return {
    ...refused,
    ...later,
    refusal: later.deleted ? later.refusal : (later.refusal ?? refused.refusal),
    details: { ...refused.details, ...later.details },
    facts: { ...refused.facts, ...later.facts },
    change: change ? joinChanges(before, change) : before,
    archived: later.archived ?? refused.archived,
  };
}

/** What a new change leaves of what was refused. A deletion that was refused is not repeated. */
function leftOf(
  refused: UnsentChange | undefined,
  { details, facts, change, archived }: Pick<UnsentChange, 'details' | 'facts' | 'change' | 'archived'>,
  mends: Mended | undefined,
): UnsentChange | undefined {
  if (!refused) return undefined;
  const before = stateChangeIn(refused);
  const isOver = mends === 'change' || (change && !isMissing(change.state));
  const left = {
    ...refused,
    lost: undefined,
    deleted: undefined,
    details: mends === 'details' ? {} : without(refused.details, details),
    facts: mends === 'facts' ? undefined : without(refused.facts ?? {}, facts ?? {}),
    change: isOver ? undefined : before,
    archived: change ? undefined : archived === undefined ? refused.archived : undefined,
  };
  return isEmptyChange(left) ? undefined : left;
}

function without<Whole extends object>(whole: Whole, named: object): Whole {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !(name in named))) as Whole;
}

/** Adds to what still waits for the conversation. What was never sent and is as `before` again waits no longer. */
export async function saveUnsentSwitches(
  client: QueryClient,
  changed: ChangedSwitches & { uid: string; before: Switches },
): Promise<void> {
  const { uid, conversationId, before } = changed;
  const key = `${uid} ${conversationId} switches`;
  await store('readwrite', async (entries) => {
    const waiting = await promisifyRequest<UnsentSwitches | undefined>(entries.get(key));
    const wanted = (name: keyof Switches) => {
      const value = changed[name] ?? waiting?.[name];
      return value === before[name] && !waiting?.tried ? undefined : value;
    };
    const [archived, muted] = [wanted('archived'), wanted('muted')];
    if (archived === undefined && muted === undefined) entries.delete(key);
    else
      entries.put(
        {
          kind: 'switches',
          uid,
          key,
          conversationId,
          archived,
          muted,
          upTo: changed.upTo ?? waiting?.upTo,
          tried: waiting?.tried,
          writtenAt: new Date().toISOString(),
        } satisfies UnsentSwitches,
        key,
      );
    await promisifyRequest(entries.transaction);
  });
  await tellChange(client, uid);
}

export function stateChangeIn({ change, lost }: UnsentChange): StateChange | undefined {
  return change ?? (lost === undefined ? undefined : { state: lost ? 'lost' : 'returned' });
}

/**
 * Sends what is on this device before, and outlives its tab.
 * @param before what it replaces, and waits again if it is refused
 * @returns undefined when it waits here
 * @throws why it was refused, or was not sent where the browser keeps nothing
 */
async function sendKept<Result>(
  client: QueryClient,
  unsent: Unsent,
  send: () => Promise<Result>,
  mayWait: (error: unknown) => boolean,
  before?: Unsent,
): Promise<Result | undefined> {
  return held(unsent.key, async () => {
    const isKept = await saveUnsent(client, unsent).then(
      () => true,
      () => false,
    );
    try {
      const sent = await send();
      await (before ? dropUnsent(client, before).catch(() => {}) : forget(client, unsent));
      return sent;
    } catch (error) {
      if (isKept && mayWait(error)) return undefined;
      await (before ? saveUnsent(client, before).catch(() => {}) : forget(client, unsent));
      throw error;
    }
  });
}

export function sendKeptItem(
  client: QueryClient,
  item: Pick<UnsentItem, 'uid' | 'sendingKey' | 'details' | 'picture' | 'tried'>,
  send: () => Promise<ItemSummary>,
  mayWait: (error: unknown) => boolean,
): Promise<ItemSummary | undefined> {
  const { uid, sendingKey } = item;
  const unsent: UnsentItem = { ...item, kind: 'item', key: `${uid} new ${sendingKey}`, writtenAt: now() };
  const sendWithPicture = async () => {
    const added = await send();
    // Before the item is forgotten here, with its picture.
    await keepPicture(client, unsent, added).catch(() => {});
    return added;
  };
  return sendKept(client, unsent, sendWithPicture, mayWait);
}

/** The picture of a new item waits for itself as soon as the item is there. */
async function keepPicture(
  client: QueryClient,
  { uid, sendingKey, picture }: UnsentItem,
  { id, name }: ItemSummary,
): Promise<void> {
  if (picture) await saveUnsent(client, unsentPicture({ uid, itemId: id, name, sendingKey, file: picture }));
}

/** @param before of the same item, which it replaces */
export function sendKeptPicture<Result>(
  client: QueryClient,
  picture: Content<UnsentPicture>,
  send: () => Promise<Result>,
  before: UnsentPicture | undefined,
): Promise<Result | undefined> {
  return sendKept(client, unsentPicture(picture), send, canWait, before);
}

export function sendKeptReceipt<Result>(
  client: QueryClient,
  receipt: Content<UnsentReceipt>,
  send: () => Promise<Result>,
): Promise<Result | undefined> {
  const key = `${receipt.uid} ${receipt.itemId} receipt ${receipt.sendingKey}`;
  return sendKept(client, { ...receipt, kind: 'receipt', key, writtenAt: now() }, send, canWait);
}

type Content<Kind extends Waiting> = Pick<Kind, 'uid'> & Omit<Kind, keyof Waiting | 'kind'>;

/** In place of another one that still waits for the item. */
function unsentPicture(picture: Content<UnsentPicture>): UnsentPicture {
  return { ...picture, kind: 'picture', key: `${picture.uid} ${picture.itemId} picture`, writtenAt: now() };
}

const now = () => new Date().toISOString();

/** If it was not discarded meanwhile. Where the browser keeps nothing there is nothing to forget. */
async function forget(client: QueryClient, unsent: Unsent): Promise<void> {
  await dropSent(client, unsent).catch(() => {});
  await tellChange(client, unsent.uid);
}

/** As long as its page is open, what has this key is not sent by another. */
function held<Result>(key: string, job: () => Promise<Result>): Promise<Result> {
  // Without https there are no locks: then the sending's key alone makes it one.
  return navigator.locks ? navigator.locks.request(key, job) : job();
}

/** As long as it runs, what has this key is not sent by another, unless another sends it already. */
function withLockIfFree<Result>(key: string, job: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(key, { ifAvailable: true }, job) : job();
}

async function isHeld({ key }: Unsent): Promise<boolean> {
  const locks = await navigator.locks?.query();
  return locks?.held?.some(({ name }) => name === key) ?? false;
}

/** What was never sent is gone; what the server may have is deleted there. */
export async function undoUnsentItem(client: QueryClient, { key, uid }: UnsentItem): Promise<void> {
  await store('readwrite', async (entries) => {
    const stored = await promisifyRequest<UnsentItem | undefined>(entries.get(key));
    if (stored?.tried)
      entries.put({ ...stored, undone: true, refusal: undefined, writtenAt: new Date().toISOString() }, key);
    else entries.delete(key);
    await promisifyRequest(entries.transaction);
  });
  await tellChange(client, uid);
  await sendUnsent(client, uid);
}

export async function dropUnsent(client: QueryClient, { key, uid }: Unsent): Promise<void> {
  await del(key, store);
  await tellChange(client, uid);
}

/** What waits of an item that was deleted is over with it. */
async function dropUnsentOfItem(client: QueryClient, uid: string, itemId: string): Promise<void> {
  for (const unsent of await readUnsent(uid))
    if ('itemId' in unsent && unsent.itemId === itemId) await dropUnsent(client, unsent);
}

/** Nothing shows it any more. */
export function isUndone(unsent: Unsent): boolean {
  return unsent.kind === 'item' && unsent.undone === true;
}

export async function dropUndone(client: QueryClient, uid: string): Promise<void> {
  for (const unsent of await readUnsent(uid)) if (isUndone(unsent)) await dropUnsent(client, unsent);
}

export async function dropAllUnsent(client: QueryClient, uid: string): Promise<void> {
  for (const unsent of await readUnsent(uid)) await dropUnsent(client, unsent);
}

/** @param change of an item: what its author decided after the refusal */
export async function sendAgain(
  client: QueryClient,
  unsent: Unsent,
  change: Pick<UnsentChange, 'seen' | 'deleted'> = {},
): Promise<void> {
  const again = { refusal: undefined, delay: undefined, writtenAt: new Date().toISOString() };
  const isGone = unsent.kind === 'item' && unsent.refusal === 'not-found';
  const anew = isGone ? { sendingKey: newSendingKey(), tried: undefined } : {};
  await revise(client, unsent, { ...again, ...anew, ...change });
  await sendUnsent(client, unsent.uid);
}

/** One after the other, in one tab at a time. A failure holds up what belongs to the same conversation or item. */
export function sendUnsent(client: QueryClient, uid: string): Promise<void> {
  return oneTab(async () => {
    let noNetwork = false;
    const failing = new Map<string, Waiting['delay']>();
    let isItemSent = false;
    try {
      const waiting = await readUnsent(uid);
      for (const unsent of waiting) {
        if (unsent.refusal || (await isHeld(unsent))) continue;
        const about = aboutOf(unsent);
        const delay: Waiting['delay'] = noNetwork ? 'network' : (failing.get(about) ?? (await send(client, unsent)));
        noNetwork = delay === 'network';
        isItemSent ||= !delay && (unsent.kind === 'change' || unsent.kind === 'item');
        failing.set(about, delay);
        // Its picture now waits for the item that is there.
        if (unsent.kind === 'item' && unsent.picture && !delay)
          waiting.push(...(await readUnsent(uid)).filter((each) => waiting.every(({ key }) => key !== each.key)));
        if (delay && delay !== unsent.delay) await revise(client, unsent, { delay });
      }
    } finally {
      // Once for all of them: several hundred may have been marked at once.
      if (isItemSent) client.invalidateQueries(itemsQuery);
    }
  });
}

function aboutOf(unsent: Unsent): string {
  if ('conversationId' in unsent) return unsent.conversationId;
  return unsent.kind === 'item' ? unsent.key : unsent.itemId;
}

/** Hears of changes in other tabs. @returns ends listening */
export function followUnsent(client: QueryClient, uid: string): () => void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = () => client.invalidateQueries(unsentQuery(uid));
  return () => channel.close();
}

async function readUnsent(uid: string): Promise<Unsent[]> {
  const all = await values<Unsent>(store);
  return all.filter((unsent) => unsent.uid === uid).sort((a, b) => (a.writtenAt < b.writtenAt ? -1 : 1));
}

function oneTab(job: () => Promise<void>): Promise<void> {
  return held(name, job);
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
    if (!isFinal(error.code)) return isUnreachable(error) ? 'network' : 'server';
    await revise(client, unsent, {
      refusal: error.code,
      // The server has it only if an earlier sending came through. Discarding it once more ends it here.
      ...(unsent.kind === 'item' && { undone: undefined, tried: unsent.undone ? undefined : unsent.tried }),
    });
    if (unsent.kind === 'change') {
      client.invalidateQueries(itemQuery(unsent.itemId));
      client.invalidateQueries(itemStatesQuery(unsent.itemId));
    }
  }
  return undefined;
}

function isFinal(code: FunctionErrorCode): code is FinalCode {
  return finalCodes.some((each) => each === code);
}

/** @returns shows the new state; undefined when what was read from the device waits no longer, or not as it was */
async function deliver(client: QueryClient, unsent: Unsent): Promise<(() => void) | undefined> {
  if (unsent.kind === 'reply') {
    const message = await deliverReply(client, unsent);
    return () => addToConversation(client, unsent.conversationId, message);
  }
  if (unsent.kind === 'picture') {
    const { itemId, sendingKey: key, file } = unsent;
    const item = await uploadFile('setPicture', { itemId, key }, file);
    return () => showChangedItem(client, item);
  }
  if (unsent.kind === 'receipt') {
    const { itemId, sendingKey: key, fileName, file } = unsent;
    await uploadFile('addReceipt', { itemId, key, name: fileName }, file);
    return () => void client.invalidateQueries(receiptsQuery(itemId));
  }
  if (unsent.kind === 'switches') {
    const isWanted = await revise(client, unsent, navigator.onLine ? { tried: true } : {});
    return isWanted ? deliverSwitches(client, unsent) : undefined;
  }
  if (unsent.kind === 'item') {
    const isWanted = await revise(client, unsent, navigator.onLine ? { tried: true } : {});
    return isWanted ? deliverItem(client, unsent) : undefined;
  }
  const { itemId: id, details, facts, archived, deleted } = unsent;
  if (!(await rememberTried(unsent))) return undefined;
  const change = stateChangeIn(unsent);
  if (deleted) {
    await deleteItem(id, await seenWithOwnChanges(unsent));
    return () => showInLists(client, id);
  }
  let item = deleted === false ? await callFunction('undeleteItem', { id }) : undefined;
  const seen = await seenWithOwnChanges(unsent);
  if (change) item = await enterState(id, change, seen);
  if (archived) item = await callFunction('archiveItem', { id, seen: change ? undefined : seen });
  // Marking an archived item as missing brings it back already.
  const isInUse = change !== undefined && isMissing(change.state);
  if (archived === false && !isInUse) item = await callFunction('unarchiveItem', { id });
  // Other fields may have been changed elsewhere.
  if (Object.keys(details).length > 0 || facts) {
    item = await callFunction('updateItem', { ...details, facts, id, seen });
  }
  if (item) client.setQueryData(itemQuery(id).queryKey, item);
  // Forms compare with what was read: what was sent is among it before it waits no longer.
  if (change) await Promise.race([client.invalidateQueries(itemStatesQuery(id)), patience()]);
  return () => item && showInLists(client, id, item);
}

async function deliverItem(client: QueryClient, unsent: UnsentItem): Promise<() => void> {
  const { uid, sendingKey, details, undone } = unsent;
  const item = await callFunction('addItem', { ...details, key: sendingKey }).catch((error) =>
    undone && isNotFound(error) ? undefined : Promise.reject(error),
  );
  if (!item) return () => {};
  if (undone) {
    await deleteItem(item.id);
    await dropUnsentOfItem(client, uid, item.id);
    return () => showInLists(client, item.id);
  }
  await keepPicture(client, unsent, item);
  return () =>
    client.setQueryData<LongList<ItemSummary>>(
      itemsQuery.queryKey,
      (list) => list && { ...list, rows: [item, ...list.rows.filter(({ id }) => id !== item.id)] },
    );
}

/** Without `item` it is gone. The lists are read anew later, for their order. */
function showInLists(client: QueryClient, id: string, item?: ItemSummary): void {
  client.setQueriesData<LongList<ItemSummary> | ItemSummary>({ queryKey: itemsQuery.queryKey }, (shown) =>
    shown && 'rows' in shown
      ? { ...shown, rows: shown.rows.flatMap((row) => (row.id === id ? (item ?? []) : row)) }
      : shown,
  );
}

/** Other changes wait for it. */
const patience = () => new Promise((resolve) => setTimeout(resolve, 5_000));

/** @returns false when it was saved or changed since it was read from the device */
async function rememberTried(unsent: UnsentChange): Promise<boolean> {
  const { tried = [] } = unsent;
  const isNew = navigator.onLine && !tried.some((each) => isSameAs(unsent, each));
  return ifSame(unsent, (entries, stored) => {
    if (isNew) entries.put({ ...stored, tried: [...tried, saidIn(unsent)] }, unsent.key);
  });
}

function isSameAs(unsent: UnsentChange, tried: SaidOfItem): boolean {
  return isEqual(saidIn(unsent), tried);
}

function saidIn(unsent: UnsentChange): SaidOfItem {
  const { details, facts } = unsent;
  return { details, facts, change: stateChangeIn(unsent) };
}

/** What is compared: what this device changed itself, though no answer came, is not changed elsewhere. */
async function seenWithOwnChanges(unsent: UnsentChange): Promise<SeenItem | undefined> {
  const { itemId: id, seen, tried, deleted } = unsent;
  // The server knows by itself what is sent twice.
  const isTold = !deleted && tried?.every((each) => isSameAs(unsent, each));
  if (!seen || !tried || isTold) return seen;
  try {
    const item = await callFunction('getItem', { id });
    const { states } = await callFunction('listItemStates', { id, limit: 1 });
    return withOwnChanges(seen, tried, seenOf(item, toldLossOf(states[0])));
  } catch (error) {
    if (isNotFound(error)) return seen;
    throw error;
  }
}

/** @returns shows the new state */
export async function deliverSwitches(
  client: QueryClient,
  { conversationId: id, archived, muted, upTo }: ChangedSwitches,
): Promise<() => void> {
  const isArchived = archived && (await archive(id, upTo));
  if (archived === false) await callFunction('unarchiveConversation', { id });
  if (muted !== undefined) await callFunction(muted ? 'muteConversation' : 'unmuteConversation', { id });
  return () =>
    changeConversation(client, id, {
      ...(archived !== undefined && { archived: isArchived === true }),
      ...(muted !== undefined && { muted }),
    });
}

/** @returns false when the finder wrote after what was shown, which brings an archived conversation back */
async function archive(id: string, upTo = ''): Promise<boolean> {
  try {
    await callFunction('archiveConversation', { id, upTo });
    return true;
  } catch (error) {
    if (error instanceof FunctionError && reasonOf(error) === 'new-messages') return false;
    throw error;
  }
}

/** The return of an item is more than a message. */
export async function deliverReply(client: QueryClient, said: Reply): Promise<InboxMessage> {
  const { conversationId, key, text, reply, meeting, upTo } = said;
  if (reply !== 'returned' && reply !== 'returned-elsewhere' && reply !== 'not-returned')
    return callFunction('replyToFinder', { conversationId, key, text, reply, meeting, upTo });
  const message =
    reply === 'not-returned'
      ? await callFunction('undoReturnedByFinder', { conversationId, key })
      : await callFunction('markReturnedByFinder', { conversationId, key, text });
  client.invalidateQueries(itemsQuery);
  return message;
}

/** An item that is gone is deleted. */
export async function deleteItem(id: string, seen?: SeenItem): Promise<void> {
  await callFunction('deleteItem', { id, seen }).catch((error) => isNotFound(error) || Promise.reject(error));
}

/** A change made meanwhile stays, and follows upon what was sent. */
async function dropSent(client: QueryClient, unsent: Unsent): Promise<void> {
  const isDropped = await ifSame(unsent, (entries) => entries.delete(unsent.key));
  if (isDropped && unsent.kind === 'change' && unsent.deleted)
    await dropUnsentOfItem(client, unsent.uid, unsent.itemId);
  if (isDropped || unsent.kind !== 'change' || !unsent.seen) return;
  const { details, facts, seen } = unsent;
  const { state = seen.state, ...said } = stateChangeIn(unsent) ?? {};
  const loss = isMissing(state) ? seen.loss && { ...seen.loss, ...said } : nothingSaid;
  const sent = { ...seen, ...details, facts: { ...seen.facts, ...facts }, state, loss };
  await store('readwrite', async (entries) => {
    const now = await promisifyRequest<UnsentChange | undefined>(entries.get(unsent.key));
    if (now) entries.put({ ...now, seen: sent, tried: undefined }, unsent.key);
    await promisifyRequest(entries.transaction);
  });
  await tellChange(client, unsent.uid);
}

/** @returns whether it still waits as it was read */
async function revise(
  client: QueryClient,
  unsent: Unsent,
  change: Partial<
    Waiting & Pick<UnsentItem, 'tried' | 'undone' | 'sendingKey'> & Pick<UnsentChange, 'seen' | 'deleted'>
  >,
): Promise<boolean> {
  const isSame = await ifSame(unsent, (entries, stored) => entries.put({ ...stored, ...change }, unsent.key));
  await tellChange(client, unsent.uid);
  return isSame;
}

async function ifSame(
  { key, writtenAt }: Unsent,
  action: (entries: IDBObjectStore, stored: Unsent) => void,
): Promise<boolean> {
  return store('readwrite', async (entries) => {
    const stored = await promisifyRequest<Unsent | undefined>(entries.get(key));
    const isSame = stored?.writtenAt === writtenAt;
    if (isSame) action(entries, stored);
    await promisifyRequest(entries.transaction);
    return isSame;
  });
}

async function tellChange(client: QueryClient, uid: string): Promise<void> {
  const channel = new BroadcastChannel(name);
  channel.postMessage(null);
  channel.close();
  await client.invalidateQueries(unsentQuery(uid));
}
