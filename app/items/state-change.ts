import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isEqual } from '../../domain/items/contract/is-equal.ts';
import type { Loss } from '../../domain/items/contract/loss.ts';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import type { SeenItem } from '../../domain/items/contract/seen-item.ts';
import { itemQuery, itemStatesQuery, showChangedItem } from '../data/queries.ts';
import { enterState, type StateChange } from '../offline/enter-state.ts';
import { seenOf } from '../offline/seen-item.ts';
import type { Mended } from '../unsent/item-changes.ts';
import { isChangedElsewhere, useSaving } from './unsaved.ts';

type Entered = { change: StateChange; seen?: SeenItem; mends?: Mended };

/** Marks the item lost, stolen or returned, on the server or on this device. */
export function useStateChange(item: ItemSummary) {
  const client = useQueryClient();
  const save = useSaving(item);
  return useMutation({
    mutationFn: ({ change, seen = seenOf(item), ...rest }: Entered) =>
      save({ details: {}, change, seen, ...rest }, async () => {
        const changed = await enterState(item.id, change, seen);
        showChangedItem(client, changed);
        client.invalidateQueries(itemStatesQuery(item.id));
      }),
    onError: (error) => {
      if (isChangedElsewhere(error)) client.invalidateQueries(itemQuery(item.id));
    },
  });
}

/** What was not said before. */
export function changedLoss(typed: Loss, before: Loss): Loss {
  const changed = Object.entries(typed).filter(([name, value]) => !isEqual(value, before[name as keyof Loss]));
  return Object.fromEntries(changed);
}
