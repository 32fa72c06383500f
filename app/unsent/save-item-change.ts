import type { QueryClient } from '@tanstack/react-query';
import { promisifyRequest } from 'idb-keyval';
import { logOnly } from '../../browser/log-only.ts';
import { unsentStore } from '../../browser/unsent.ts';
import { isMissing } from '../../domain/items/contract/item-state.ts';
import { joinChanges } from '../offline/enter-state.ts';
import { dropSent } from './drop-sent.ts';
import {
  firstSeen,
  isEmptyChange,
  joinRefused,
  leftOf,
  type Mended,
  stateChangeIn,
  withoutSame,
} from './item-changes.ts';
import type { UnsentChange, Waiting } from './kinds.ts';
import { canWait } from './refusals.ts';
import { mustBe } from './same-account.ts';
import { withLockIfFree } from './sending-locks.ts';
import { tellChange } from './unsent-store.ts';

type Changed = Omit<UnsentChange, keyof Waiting | 'kind' | 'lost'> & { uid: string; mends?: Mended | undefined };

/** Adds the change to the one that still waits for the item. A refused one waits in an entry of its own, until its owner mends it or sends it again. */
export async function saveUnsentChange(client: QueryClient, changed: Changed): Promise<void> {
  await keepChange(changed);
  await tellChange(client, changed.uid);
}

/**
 * Stores the change on this device, then sends it: it survives when its tab is closed. Pages show it as waiting only when it has to
 * wait, which may be for an earlier change of the same item.
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
      mustBe(changed.uid);
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

/** @returns what waits now, and whether something waited before */
async function keepChange(changed: Changed): Promise<{ kept: UnsentChange; hadWaiting: boolean }> {
  const { uid, itemId, name, details, facts, change, archived, deleted, seen, tried, mends } = changed;
  const key = changeKey(changed);
  const refusedKey = `${key} refused`;
  return unsentStore('readwrite', async (entries) => {
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
      // An item that is missing is not archived.
      archived: archived ?? (isMissingNow ? false : before?.archived),
      deleted: deleted ?? before?.deleted,
      seen: before ? firstSeen(before, seen) : seen,
      tried: hadWaiting ? before?.tried : tried,
      writtenAt: new Date().toISOString(),
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

/** Drops what was refused: its form still shows it. A change that was made meanwhile stays. */
async function dropRefused({ key, writtenAt, ...refused }: UnsentChange): Promise<void> {
  await unsentStore('readwrite', async (entries) => {
    const stored = await promisifyRequest<UnsentChange | undefined>(entries.get(key));
    const left = stored && stored.writtenAt !== writtenAt && { ...stored, ...withoutSame(stored, refused) };
    if (left && !isEmptyChange(left)) entries.put({ ...left, tried: undefined }, key);
    else entries.delete(key);
    await promisifyRequest(entries.transaction);
  });
}
