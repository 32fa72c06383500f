import { useQueryClient } from '@tanstack/react-query';
import { stateOf, timesIn } from '../../domain/items/contract/item-state.ts';
import type { ItemDetails, ItemSummary } from '../../domain/items/contract/schema.ts';
import type { SeenItem } from '../../domain/items/contract/seen-item.ts';
import { FunctionError, reasonOf } from '../data/function-error.ts';
import { canWait, saveUnsentChange, stateChangeIn, type UnsentChange } from '../offline/unsent-changes.ts';
import { sendWaiting } from '../offline/use-device.ts';
import { useUnsent } from '../offline/use-unsent.ts';
import { useUser } from '../session/auth-provider.tsx';

export function useUnsavedChanges(): { isPending: boolean; byItem: Map<string, UnsentChange> } {
  const { changes, isPending } = useUnsent();
  return { isPending, byItem: new Map(changes.map((change) => [change.itemId, change])) };
}

export function withChange(item: ItemSummary, change: UnsentChange | undefined): ItemSummary {
  if (!change) return item;
  const { details, facts, archived, writtenAt } = change;
  const entered = stateChangeIn(change);
  const times = entered && timesIn(entered.state, writtenAt, item);
  const archivedAt = archived === undefined ? item.archivedAt : archived ? writtenAt : null;
  return { ...item, ...details, ...times, facts: { ...item.facts, ...facts }, archivedAt };
}

type Changed = Pick<UnsentChange, 'details' | 'facts' | 'change' | 'archived' | 'deleted' | 'seen'>;

/** What is compared when a change is sent. */
export function seenOf(item: ItemSummary): SeenItem {
  const { name, category, note, facts } = item;
  return { name, category, note, facts, state: stateOf(item) };
}

export function isChangedElsewhere(error: unknown): boolean {
  return error instanceof FunctionError && reasonOf(error) === 'changed-elsewhere';
}

/** Saves with `save`, or on this device without network or after an earlier waiting change. Returns whether the server has it. */
export function useSaving(item: Pick<ItemSummary, 'id' | 'name'>, waiting: UnsentChange | undefined) {
  const client = useQueryClient();
  const { uid } = useUser();
  return async (changed: Changed, save: () => Promise<unknown>): Promise<boolean> => {
    const keep = async () => {
      await saveUnsentChange(client, { uid, itemId: item.id, name: item.name, ...changed });
      sendWaiting(client, uid);
    };
    if (waiting) {
      await keep();
      return false;
    }
    try {
      await save();
      return true;
    } catch (error) {
      if (!canWait(error)) throw error;
      await keep().catch(() => Promise.reject(error));
      return false;
    }
  };
}

export function changedDetails(
  details: ItemDetails,
  item: ItemSummary,
  waiting: UnsentChange | undefined,
): Partial<ItemDetails> {
  const isChanged = (field: keyof ItemDetails) => details[field] !== { ...item, ...waiting?.details }[field];
  const { name, category, note } = details;
  return {
    ...(isChanged('name') && { name }),
    ...(isChanged('category') && { category }),
    ...(isChanged('note') && { note }),
  };
}
