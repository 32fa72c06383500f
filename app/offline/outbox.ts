import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { createStore, del, promisifyRequest, set, update, values } from 'idb-keyval';
import type { ItemDetails } from '../../domain/items/schema.ts';
import { signIn } from '../auth/token.ts';
import { callFunction } from '../data/call-function.ts';
import { FunctionError, type FunctionErrorCode, isUnreachable } from '../data/function-error.ts';
import { addToConversation, itemsQuery } from '../data/queries.ts';

/** What somebody did on this device that the server does not know yet. */
export type Unsent = UnsentReply | UnsentChange;

type Waiting = {
  /** Whose it is: it waits until the same account is signed in. */
  uid: string;
  key: string;
  /** ISO 8601. */
  writtenAt: string;
  /** Why the server would not take it; it waits for the person then, not for the network. */
  refusal?: string | undefined;
};

/** Words to a finder. The same key sends one message, however often it is sent. */
export type UnsentReply = Waiting & { kind: 'reply'; conversationId: string; text: string };

/** What was changed about an item, one for each item; `name` tells a person which. */
export type UnsentChange = Waiting & {
  kind: 'change';
  itemId: string;
  name: string;
  details: Partial<ItemDetails>;
  lost?: boolean | undefined;
};

const store = createStore('handback-outbox', 'unsent');
const name = 'handback-outbox';

const passing: FunctionErrorCode[] = ['unauthenticated', 'resource-exhausted', 'unavailable', 'deadline-exceeded'];

/** Whether what failed like this gets through later by itself. */
export function canWait(error: unknown): boolean {
  return isUnreachable(error) || (error instanceof FunctionError && passing.includes(error.code));
}

/** In the order in which they were written. */
export const unsentQuery = (uid: string) =>
  queryOptions({
    queryKey: ['unsent', uid],
    queryFn: () => readUnsent(uid),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { ofDevice: true },
  });

/** Keeps it on this device until the server has it. @throws where the browser keeps nothing */
export async function keepUnsent(client: QueryClient, unsent: Unsent): Promise<void> {
  await set(unsent.key, unsent, store);
  await tellChange(client, unsent.uid);
}

/** The same for a change of an item; what was changed about it before and still waits goes with it. */
export async function keepChange(
  client: QueryClient,
  { uid, itemId, name, details, lost }: Pick<UnsentChange, 'uid' | 'itemId' | 'name' | 'details' | 'lost'>,
): Promise<void> {
  const key = `${uid} ${itemId}`;
  await update<UnsentChange>(
    key,
    (before) => ({
      kind: 'change',
      uid,
      key,
      itemId,
      name,
      details: { ...before?.details, ...details },
      lost: lost ?? before?.lost,
      writtenAt: new Date().toISOString(),
    }),
    store,
  );
  await tellChange(client, uid);
}

export async function dropUnsent(client: QueryClient, { key, uid }: Unsent): Promise<void> {
  await del(key, store);
  await tellChange(client, uid);
}

/** Nothing that this account wrote waits here any more. */
export async function dropAllUnsent(client: QueryClient, uid: string): Promise<void> {
  for (const unsent of await readUnsent(uid)) await dropUnsent(client, unsent);
}

/** Sends what waits, one after the other, in one tab at a time; stops where the network does. */
export function sendUnsent(client: QueryClient, uid: string): Promise<void> {
  return oneTab(async () => {
    for (const unsent of await readUnsent(uid)) {
      if (!unsent.refusal && !(await send(client, unsent))) return;
    }
  });
}

/** Hears of changes that other tabs make. @returns ends listening */
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
  // Without https there are no locks: then the key alone makes it one message.
  return navigator.locks ? navigator.locks.request(name, job) : job();
}

/** False when it has to wait. */
async function send(client: QueryClient, unsent: Unsent): Promise<boolean> {
  const { uid, key } = unsent;
  const state = signIn.current();
  if (state.status !== 'signed-in' || state.user.uid !== uid) return false;
  try {
    const show = await deliver(client, unsent);
    await dropSent(unsent);
    client.setQueryData(unsentQuery(uid).queryKey, (all) => all?.filter((each) => each.key !== key));
    show();
    await tellChange(client, uid);
    return true;
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error;
    if (canWait(error)) return false;
    await keepUnsent(client, { ...unsent, refusal: error.message });
    return true;
  }
}

/** @returns shows it as the server has it now */
async function deliver(client: QueryClient, unsent: Unsent): Promise<() => void> {
  if (unsent.kind === 'reply') {
    const { conversationId, key, text } = unsent;
    const message = await callFunction('replyToFinder', { conversationId, key, text });
    return () => addToConversation(client, conversationId, message);
  }
  const { itemId: id, details, lost } = unsent;
  if (lost !== undefined) await callFunction(lost ? 'markItemLost' : 'markItemReturned', { id });
  if (Object.keys(details).length > 0) {
    // What was not changed here may have been changed elsewhere meanwhile, and stays.
    const { name, category, note } = await callFunction('getItem', { id });
    await callFunction('updateItem', { name, category, note, ...details, id });
  }
  return () => void client.invalidateQueries(itemsQuery);
}

/** What was changed again while it was on its way stays, for the next time. */
async function dropSent({ key, writtenAt }: Unsent): Promise<void> {
  await store('readwrite', async (entries) => {
    const kept = await promisifyRequest<Unsent | undefined>(entries.get(key));
    if (kept?.writtenAt === writtenAt) entries.delete(key);
    await promisifyRequest(entries.transaction);
  });
}

async function tellChange(client: QueryClient, uid: string): Promise<void> {
  const channel = new BroadcastChannel(name);
  channel.postMessage(null);
  channel.close();
  await client.invalidateQueries(unsentQuery(uid));
}
