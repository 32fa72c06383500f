import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { createStore, del, set, values } from 'idb-keyval';
import { signIn } from '../auth/token.ts';
import { callFunction } from '../data/call-function.ts';
import { FunctionError, type FunctionErrorCode, isUnreachable } from '../data/function-error.ts';
import { addToConversation } from '../data/queries.ts';

/** Words to a finder that the server does not have yet. */
export type UnsentReply = {
  /** Whose words these are: they wait until the same account is signed in. */
  uid: string;
  conversationId: string;
  /** The same key sends one message, however often it is sent. */
  key: string;
  text: string;
  /** ISO 8601. */
  writtenAt: string;
  /** Why the server would not take them; they wait for the person then, not for the network. */
  refusal?: string;
};

const store = createStore('handback-outbox', 'replies');
const name = 'handback-outbox';

const passing: FunctionErrorCode[] = ['unauthenticated', 'resource-exhausted', 'unavailable', 'deadline-exceeded'];

/** Whether words that failed like this get through later by themselves. */
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

/** Keeps the words on this device until the server has them. @throws where the browser keeps nothing */
export async function keepUnsent(client: QueryClient, reply: UnsentReply): Promise<void> {
  await set(reply.key, reply, store);
  await tellChange(client, reply.uid);
}

export async function dropUnsent(client: QueryClient, { key, uid }: UnsentReply): Promise<void> {
  await del(key, store);
  await tellChange(client, uid);
}

/** Nothing that this account wrote waits here any more. */
export async function dropAllUnsent(client: QueryClient, uid: string): Promise<void> {
  for (const reply of await readUnsent(uid)) await dropUnsent(client, reply);
}

/** Sends what waits, one after the other, in one tab at a time; stops where the network does. */
export function sendUnsent(client: QueryClient, uid: string): Promise<void> {
  return oneTab(async () => {
    for (const reply of await readUnsent(uid)) {
      if (!reply.refusal && !(await send(client, reply))) return;
    }
  });
}

/** Hears of changes that other tabs make. @returns ends listening */
export function followUnsent(client: QueryClient, uid: string): () => void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = () => client.invalidateQueries(unsentQuery(uid));
  return () => channel.close();
}

async function readUnsent(uid: string): Promise<UnsentReply[]> {
  const all = await values<UnsentReply>(store);
  return all.filter((reply) => reply.uid === uid).sort((a, b) => (a.writtenAt < b.writtenAt ? -1 : 1));
}

function oneTab(job: () => Promise<void>): Promise<void> {
  // Without https there are no locks: then the key alone makes it one message.
  return navigator.locks ? navigator.locks.request(name, job) : job();
}

/** False when it has to wait. */
async function send(client: QueryClient, reply: UnsentReply): Promise<boolean> {
  const { uid, conversationId, key, text } = reply;
  const state = signIn.current();
  if (state.status !== 'signed-in' || state.user.uid !== uid) return false;
  try {
    const message = await callFunction('replyToFinder', { conversationId, key, text });
    await del(key, store);
    client.setQueryData(unsentQuery(uid).queryKey, (all) => all?.filter((each) => each.key !== key));
    addToConversation(client, conversationId, message);
    await tellChange(client, uid);
    return true;
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error;
    if (canWait(error)) return false;
    await keepUnsent(client, { ...reply, refusal: error.message });
    return true;
  }
}

async function tellChange(client: QueryClient, uid: string): Promise<void> {
  const channel = new BroadcastChannel(name);
  channel.postMessage(null);
  channel.close();
  await client.invalidateQueries(unsentQuery(uid));
}
