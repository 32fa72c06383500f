import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { del, promisifyRequest, set, values } from 'idb-keyval';
import { followChannel, tellChannel } from '../../browser/channel.ts';
import { storageOf } from '../../browser/storage.ts';
import { unsentDatabase, unsentStore } from '../../browser/unsent.ts';
import type { Unsent, UnsentChange, UnsentItem, Waiting } from './kinds.ts';

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
  await set(unsent.key, unsent, unsentStore);
  await tellChange(client, unsent.uid);
}

export async function readUnsent(uid: string): Promise<Unsent[]> {
  const all = await values<Unsent>(unsentStore);
  return all.filter((unsent) => unsent.uid === uid).sort((a, b) => (a.writtenAt < b.writtenAt ? -1 : 1));
}

export async function dropUnsent(client: QueryClient, { key, uid }: Unsent): Promise<void> {
  await del(key, unsentStore);
  await tellChange(client, uid);
}

/** Drops everything that waits for an item that was deleted. */
export async function dropUnsentOfItem(client: QueryClient, uid: string, itemId: string): Promise<void> {
  for (const unsent of await readUnsent(uid))
    if ('itemId' in unsent && unsent.itemId === itemId) await dropUnsent(client, unsent);
}

/** Its author discarded it, so no page shows it. */
export function isUndone(unsent: Unsent): boolean {
  return unsent.kind === 'item' && unsent.undone === true;
}

export async function dropUndone(client: QueryClient, uid: string): Promise<void> {
  for (const unsent of await readUnsent(uid)) if (isUndone(unsent)) await dropUnsent(client, unsent);
}

export async function dropAllUnsent(client: QueryClient, uid: string): Promise<void> {
  for (const unsent of await readUnsent(uid)) await dropUnsent(client, unsent);
}

/** What earlier releases stored of tags to be activated, which no page shows any more. */
export function dropEarlierDrafts(): void {
  const storage = storageOf('localStorage');
  for (const name of storage?.names() ?? [])
    if (/^draft \S+ activation(-picture)?$/.test(name)) storage?.removeItem(name);
}

/** Hears of changes in other tabs. @returns a function that ends listening */
export function followUnsent(client: QueryClient, uid: string): () => void {
  return followChannel(unsentDatabase, () => client.invalidateQueries(unsentQuery(uid)));
}

/** Changes the entry, unless it is gone or was changed since it was read. @returns whether it was as it was read */
export async function revise(
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

/** Runs the action if the entry was not changed since it was read. @returns whether it ran */
export async function ifSame(
  { key, writtenAt }: Unsent,
  action: (entries: IDBObjectStore, stored: Unsent) => void,
): Promise<boolean> {
  return unsentStore('readwrite', async (entries) => {
    const stored = await promisifyRequest<Unsent | undefined>(entries.get(key));
    const isSame = stored?.writtenAt === writtenAt;
    if (isSame) action(entries, stored);
    await promisifyRequest(entries.transaction);
    return isSame;
  });
}

export async function tellChange(client: QueryClient, uid: string): Promise<void> {
  tellChannel(unsentDatabase, null);
  await client.invalidateQueries(unsentQuery(uid));
}
