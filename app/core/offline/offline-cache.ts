import type { DehydratedState } from '@tanstack/react-query';
import { promisifyRequest } from 'idb-keyval';
import { offlineCacheStore as store } from '../../../browser/device-store.ts';
import type { CurrentUser } from '../../../domain/accounts/contract/schema.ts';

export type OfflineCache = { format: string; queries: DehydratedState };

/** Deletes what another account kept. The role stays out: offline nobody is administrator. */
export async function claimOfflineCache(user: CurrentUser): Promise<void> {
  await store('readwrite', async (entries) => {
    const owner = await ownerIn(entries);
    if (owner && owner.uid !== user.uid) entries.clear();
    entries.put({ ...user, role: null }, 'owner');
    await promisifyRequest(entries.transaction);
  });
}

export async function offlineCacheOwner(): Promise<CurrentUser | null> {
  return (await store('readonly', ownerIn)) ?? null;
}

export async function readOfflineCache(uid: string): Promise<OfflineCache | undefined> {
  return store('readonly', async (entries) => {
    const isOwner = (await ownerIn(entries))?.uid === uid;
    return isOwner ? promisifyRequest<OfflineCache | undefined>(entries.get('read')) : undefined;
  });
}

/** Another tab may have signed out. */
export async function writeOfflineCache(uid: string, copy: OfflineCache): Promise<void> {
  await store('readwrite', async (entries) => {
    if ((await ownerIn(entries))?.uid === uid) entries.put(copy, 'read');
    await promisifyRequest(entries.transaction);
  });
}

export async function changeOfflineCache(uid: string, change: (copy: OfflineCache) => OfflineCache): Promise<void> {
  await store('readwrite', async (entries) => {
    const isOwner = (await ownerIn(entries))?.uid === uid;
    const copy = isOwner && (await promisifyRequest<OfflineCache | undefined>(entries.get('read')));
    if (copy) entries.put(change(copy), 'read');
    await promisifyRequest(entries.transaction);
  });
}

function ownerIn(entries: IDBObjectStore): Promise<CurrentUser | undefined> {
  return promisifyRequest<CurrentUser | undefined>(entries.get('owner'));
}
