import { useQueryClient } from '@tanstack/react-query';
import { lost, returned } from '../../domain/items/contract/item-state.ts';
import type { ItemDetails, ItemSummary } from '../../domain/items/contract/schema.ts';
import { canWait, saveUnsentChange, type UnsentChange } from '../offline/unsent-changes.ts';
import { sendWaiting } from '../offline/use-device.ts';
import { useUnsent } from '../offline/use-unsent.ts';
import { useUser } from '../session/auth-provider.tsx';

export function useUnsavedChanges(): { isPending: boolean; byItem: Map<string, UnsentChange> } {
  const { changes, isPending } = useUnsent();
  return { isPending, byItem: new Map(changes.map((change) => [change.itemId, change])) };
}

export function withChange(item: ItemSummary, change: UnsentChange | undefined): ItemSummary {
  if (!change) return item;
  const { details, lost: isLost, writtenAt } = change;
  const state = isLost ? lost(writtenAt) : returned(writtenAt);
  return { ...item, ...details, ...(isLost !== undefined && state) };
}

type Changed = { details: Partial<ItemDetails>; lost?: boolean };

/** Saves with `save`, or on this device without network or after an earlier waiting change. Returns whether the server has it. */
export function useSaving(item: ItemSummary, waiting: UnsentChange | undefined) {
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
