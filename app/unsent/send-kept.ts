import type { QueryClient } from '@tanstack/react-query';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { dropSent } from './drop-sent.ts';
import type { Unsent, UnsentItem, UnsentPicture, UnsentReceipt, Waiting } from './kinds.ts';
import { canWait } from './refusals.ts';
import { held } from './sending-locks.ts';
import { dropUnsent, saveUnsent, tellChange } from './unsent-store.ts';

export function sendKeptItem(
  client: QueryClient,
  item: Pick<UnsentItem, 'uid' | 'sendingKey' | 'details' | 'picture' | 'tried'>,
  send: () => Promise<ItemSummary>,
  mayWait: (error: unknown) => boolean,
): Promise<ItemSummary | undefined> {
  const { uid, sendingKey } = item;
  const unsent: UnsentItem = {
    ...item,
    kind: 'item',
    key: `${uid} new ${sendingKey}`,
    writtenAt: new Date().toISOString(),
  };
  const sendWithPicture = async () => {
    const added = await send();
    // Before the item is forgotten here, with its picture.
    await keepPicture(client, unsent, added).catch(() => {});
    return added;
  };
  return sendKept(client, unsent, sendWithPicture, mayWait);
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
  return sendKept(client, { ...receipt, kind: 'receipt', key, writtenAt: new Date().toISOString() }, send, canWait);
}

/** The picture of a new item waits for itself as soon as the item is there. */
export async function keepPicture(
  client: QueryClient,
  { uid, sendingKey, picture }: UnsentItem,
  { id, name }: ItemSummary,
): Promise<void> {
  if (picture) await saveUnsent(client, unsentPicture({ uid, itemId: id, name, sendingKey, file: picture }));
}

type Content<Kind extends Waiting> = Pick<Kind, 'uid'> & Omit<Kind, keyof Waiting | 'kind'>;

/** In place of another one that still waits for the item. */
function unsentPicture(picture: Content<UnsentPicture>): UnsentPicture {
  return {
    ...picture,
    kind: 'picture',
    key: `${picture.uid} ${picture.itemId} picture`,
    writtenAt: new Date().toISOString(),
  };
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

/** If it was not discarded meanwhile. Where the browser keeps nothing there is nothing to forget. */
async function forget(client: QueryClient, unsent: Unsent): Promise<void> {
  await dropSent(client, unsent).catch(() => {});
  await tellChange(client, unsent.uid);
}
