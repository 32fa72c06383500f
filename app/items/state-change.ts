import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Loss } from '../../domain/items/contract/loss.ts';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { itemStatesQuery, showChangedItem } from '../data/queries.ts';
import { enterState, type StateChange } from '../offline/enter-state.ts';
import type { UnsentChange } from '../offline/unsent-changes.ts';
import { seenOf, useSaving } from './unsaved.ts';

/** Marks the item lost, stolen or returned, on the server or on this device. */
export function useStateChange(item: ItemSummary, waiting: UnsentChange | undefined) {
  const client = useQueryClient();
  const save = useSaving(item, waiting);
  return useMutation({
    mutationFn: (change: StateChange) =>
      save({ details: {}, change, seen: seenOf(item) }, async () => {
        const changed = await enterState(item.id, change);
        showChangedItem(client, changed);
        client.invalidateQueries(itemStatesQuery(item.id));
      }),
  });
}

/** What was not said before. */
export function changedLoss(typed: Loss, before: Loss): Loss {
  const changed = Object.entries(typed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Loss]),
  );
  return Object.fromEntries(changed);
}
