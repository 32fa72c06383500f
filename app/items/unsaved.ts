import { useQueryClient } from '@tanstack/react-query';
import { timesIn } from '../../domain/items/contract/item-state.ts';
import type { ItemDetails, ItemSummary } from '../../domain/items/contract/schema.ts';
import { reasonOf } from '../data/function-error.ts';
import { sendWaiting } from '../offline/use-device.ts';
import { useUnsent } from '../offline/use-unsent.ts';
import { useUser } from '../session/auth-provider.tsx';
import { joinRefused, type Mended, stateChangeIn } from '../unsent/item-changes.ts';
import type { UnsentChange } from '../unsent/kinds.ts';
import { sendKeptChange } from '../unsent/save-item-change.ts';

export function useUnsavedChanges(): { isPending: boolean; byItem: Map<string, UnsentChange> } {
  const { changes, isPending } = useUnsent();
  const byItem = new Map<string, UnsentChange>();
  // What was refused stands in its forms, below what was changed since.
  for (const change of changes.toSorted((a, b) => Number(!a.refusal) - Number(!b.refusal)))
    byItem.set(change.itemId, joinRefused(byItem.get(change.itemId), change) ?? change);
  return { isPending, byItem };
}

export function withChange(item: ItemSummary, change: UnsentChange | undefined): ItemSummary {
  if (!change) return item;
  const { details, facts, archived, writtenAt } = change;
  const entered = stateChangeIn(change);
  const times = entered && timesIn(entered.state, writtenAt, item);
  const archivedAt = archived === undefined ? item.archivedAt : archived ? writtenAt : null;
  return { ...item, ...details, ...times, facts: { ...item.facts, ...facts }, archivedAt };
}

type Changed = Pick<UnsentChange, 'details' | 'facts' | 'change' | 'archived' | 'deleted' | 'seen'> & {
  mends?: Mended;
};

export function isChangedElsewhere(error: unknown): boolean {
  return reasonOf(error) === 'changed-elsewhere';
}

/** Stores a change on this device, and then saves it with `save`, unless it has to wait. Returns whether the server has it. */
export function useSaving({ id: itemId, name }: Pick<ItemSummary, 'id' | 'name'>) {
  const client = useQueryClient();
  const { uid } = useUser();
  return async (changed: Changed, save: () => Promise<unknown>): Promise<boolean> => {
    try {
      return await sendKeptChange(client, { uid, itemId, name, ...changed }, save);
    } finally {
      sendWaiting(client, uid);
    }
  };
}

/** With what a form compares: words that were refused stand in it, and its owner sends them again with it. */
export function beside(item: ItemSummary, waiting: UnsentChange | undefined): ItemSummary {
  return waiting?.refusal ? item : withChange(item, waiting);
}

export function changedDetails(
  details: ItemDetails,
  item: ItemSummary,
  waiting: UnsentChange | undefined,
): Partial<ItemDetails> {
  const before = beside(item, waiting);
  const isChanged = (field: keyof ItemDetails) => details[field] !== before[field];
  const { name, category, note } = details;
  return {
    ...(isChanged('name') && { name }),
    ...(isChanged('category') && { category }),
    ...(isChanged('note') && { note }),
  };
}
