import type { QueryClient } from '@tanstack/react-query';
import { promisifyRequest } from 'idb-keyval';
import { unsentStore } from '../../browser/unsent.ts';
import { isMissing } from '../../domain/items/contract/item-state.ts';
import { nothingSaid } from '../../domain/items/contract/told-loss.ts';
import { stateChangeIn } from './item-changes.ts';
import type { Unsent, UnsentChange } from './kinds.ts';
import { dropUnsentOfItem, ifSame, tellChange } from './unsent-store.ts';

/** Drops what was sent. A change that was made meanwhile stays, and is compared with what was sent. */
export async function dropSent(client: QueryClient, unsent: Unsent): Promise<void> {
  const isDropped = await ifSame(unsent, (entries) => entries.delete(unsent.key));
  if (isDropped && unsent.kind === 'change' && unsent.deleted)
    await dropUnsentOfItem(client, unsent.uid, unsent.itemId);
  if (isDropped || unsent.kind !== 'change' || !unsent.seen) return;
  const { details, facts, seen } = unsent;
  const { state = seen.state, ...said } = stateChangeIn(unsent) ?? {};
  const loss = isMissing(state) ? seen.loss && { ...seen.loss, ...said } : nothingSaid;
  const sent = { ...seen, ...details, facts: { ...seen.facts, ...facts }, state, loss };
  await unsentStore('readwrite', async (entries) => {
    const now = await promisifyRequest<UnsentChange | undefined>(entries.get(unsent.key));
    if (now) entries.put({ ...now, seen: sent, tried: undefined }, unsent.key);
    await promisifyRequest(entries.transaction);
  });
  await tellChange(client, unsent.uid);
}
