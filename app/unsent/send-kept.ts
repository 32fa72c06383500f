import type { QueryClient } from '@tanstack/react-query';
import { logOnly } from '../../browser/log-only.ts';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { isClaimRefused } from '../tags/refused-claim.ts';
import { dropSent } from './drop-sent.ts';
import type { Unsent, UnsentItem, UnsentPicture, UnsentReceipt, Waiting } from './kinds.ts';
import { canWait, isFinal } from './refusals.ts';
import { mustBe } from './same-account.ts';
import { withLock } from './sending-locks.ts';
import { dropUnsent, revise, saveUnsent, tellChange } from './unsent-store.ts';

/** @param refused the entry of another tag, whose words this one has */
export function sendKeptItem(
  client: QueryClient,
  item: Omit<UnsentItem, keyof Waiting | 'kind' | 'undone'> & { uid: string },
  send: () => Promise<ItemSummary>,
  mayWait: (error: unknown) => boolean,
  refused?: UnsentItem,
): Promise<ItemSummary | undefined> {
  const { uid, sendingKey, claim } = item;
  const unsent: UnsentItem = {
    ...item,
    kind: 'item',
    key: claim ? `${uid} tag ${claim.code}` : `${uid} new ${sendingKey}`,
    writtenAt: new Date().toISOString(),
  };
  const sendWithPicture = async () => {
    const added = await send();
    // Stored before the entry of the item is dropped, which holds the picture too.
    await keepPicture(client, unsent, added).catch(() => {});
    return added;
  };
  return sendKept(client, unsent, sendWithPicture, mayWait, refused);
}

/** @param before the picture of the same item that waits, and is replaced */
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

/** Stores the picture of a new item as an entry of its own, as soon as the server has the item. */
export async function keepPicture(
  client: QueryClient,
  { uid, sendingKey, picture }: UnsentItem,
  { id, name }: ItemSummary,
): Promise<void> {
  if (picture) await saveUnsent(client, unsentPicture({ uid, itemId: id, name, sendingKey, file: picture }));
}

type Content<Kind extends Waiting> = Pick<Kind, 'uid'> & Omit<Kind, keyof Waiting | 'kind'>;

/** Has the key of any other picture that still waits for the item, and so replaces it. */
function unsentPicture(picture: Content<UnsentPicture>): UnsentPicture {
  return {
    ...picture,
    kind: 'picture',
    key: `${picture.uid} ${picture.itemId} picture`,
    writtenAt: new Date().toISOString(),
  };
}

/**
 * Stores the entry on this device, then sends it: it survives when its tab is closed.
 * @param before the entry that it replaces: one of the same key is stored again if the new one is refused, another one is dropped once
 * the new one stays or was sent
 * @returns undefined when it waits on this device
 * @throws why it was refused, or why it was not sent when the browser stores nothing
 */
async function sendKept<Result>(
  client: QueryClient,
  unsent: Unsent,
  send: () => Promise<Result>,
  mayWait: (error: unknown) => boolean,
  before?: Unsent,
): Promise<Result | undefined> {
  const isOther = before !== undefined && before.key !== unsent.key;
  const dropBefore = async () => before && dropUnsent(client, before).catch(() => {});
  return withLock(unsent.key, async () => {
    const isKept = await saveUnsent(client, unsent).then(
      () => true,
      () => false,
    );
    try {
      mustBe(unsent.uid);
      const sent = await send();
      await dropBefore();
      if (!before || isOther) await forget(client, unsent);
      return sent;
    } catch (error) {
      if (isKept && mayWait(error)) {
        if (isOther) await dropBefore();
        return undefined;
      }
      if (unsent.kind === 'item' && unsent.claim && isClaimRefused(error) && isFinal(error.code)) {
        // Other codes are typed on another page.
        await revise(client, unsent, { refusal: error.code }).catch(logOnly('What was typed about a tag is not kept'));
        if (isKept && isOther) await dropBefore();
        throw error;
      }
      await (before && !isOther ? saveUnsent(client, before).catch(() => {}) : forget(client, unsent));
      throw error;
    }
  });
}

/** Drops the entry, unless it was changed meanwhile. Where the browser stores nothing there is none. */
async function forget(client: QueryClient, unsent: Unsent): Promise<void> {
  await dropSent(client, unsent).catch(() => {});
  await tellChange(client, unsent.uid);
}
