import type { Fields } from '../../../domain/conflicts/contract/fields.ts';
import { isLost, nothingSaid, stateOf, timesIn } from '../../../domain/items/contract/item-state.ts';
import type { ToldLoss } from '../../../domain/items/contract/loss.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { fieldsOf, type ItemEntry, isOf, stateCalls } from '../../core/outbox/entry.ts';
import type { NewEntry, Options } from '../../core/outbox/save.ts';
import { groupByAbout, useOutbox, useSave } from '../../core/outbox/use-outbox.ts';

export type ItemPartProps = { item: ItemSummary; entries: ItemEntry[] };

export function useItemEntries(): { isPending: boolean; byItem: Map<string, ItemEntry[]> } {
  const { changes, isPending } = useOutbox();
  return { isPending, byItem: groupByAbout(changes) };
}

export const isWaiting = ({ refusal }: ItemEntry) => refusal === undefined;

export function withEntries(item: ItemSummary, entries: ItemEntry[] = []): ItemSummary {
  return entries.reduce(withEntry, item);
}

function withEntry(item: ItemSummary, { call, input, writtenAt }: ItemEntry): ItemSummary {
  switch (call) {
    case 'updateItem': {
      const { facts, from, ...details } = input;
      return { ...item, ...details, facts: { ...item.facts, ...facts } };
    }
    case 'markItemLost':
      return { ...item, ...timesIn('lost', writtenAt, item), archivedAt: null };
    case 'markItemStolen':
      return { ...item, ...timesIn('stolen', writtenAt, item), archivedAt: null };
    case 'markItemReturned':
      return isLost(item) ? { ...item, ...timesIn('returned', writtenAt, item) } : item;
    case 'archiveItem':
      return { ...item, archivedAt: writtenAt };
    case 'unarchiveItem':
      return { ...item, archivedAt: null };
    default:
      return item;
  }
}

export function presentOf(now: object, entries: ItemEntry[], call: 'updateItem' | 'updateLoss'): Fields {
  const present = new Map<string, unknown>(Object.entries(now));
  const refused = entries.filter((entry) => entry.call === call && !isWaiting(entry));
  const fields = refused.flatMap((entry) =>
    Object.keys(fieldsOf(entry)).map((name) => [name, { [name]: present.get(name), ...entry.now }[name]]),
  );
  return Object.fromEntries(fields);
}

export function lossWith(known: ToldLoss, entries: ItemEntry[]): ToldLoss {
  let said = known;
  for (const entry of entries) {
    if (entry.call === 'markItemReturned') said = nothingSaid;
    else if (isOf(['markItemLost', 'markItemStolen', 'updateLoss'], entry)) said = { ...said, ...fieldsOf(entry) };
  }
  return said;
}

export function isDeletedHere(entries: ItemEntry[] = []): boolean {
  const last = entries.findLast(({ call }) => call === 'deleteItem' || call === 'undeleteItem');
  return last?.call === 'deleteItem' && isWaiting(last);
}

export function useSaveItem({ id, name }: Pick<ItemSummary, 'id' | 'name'>) {
  const save = useSave();
  return <Each extends ItemEntry['call']>(call: Each, input: object, options?: Options & { slot?: string }) => {
    const entry = { about: id, name, slot: options?.slot, input: { id, ...input } };
    return save(call, entry as unknown as Omit<NewEntry<Each>, 'uid'>, options) as Promise<ItemSummary | undefined>;
  };
}

/** A return names the loss that it ends, where the server has it. */
export function marking(state: 'lost' | 'stolen' | 'returned', item: ItemSummary, entries: ItemEntry[] = []) {
  const calls = { lost: 'markItemLost', stolen: 'markItemStolen', returned: 'markItemReturned' } as const;
  const isNamed = state === 'returned' && isLost(item) && !entries.some((entry) => isOf(stateCalls, entry));
  return { call: calls[state], input: { id: item.id, ...(isNamed && item.lostAt && { lostAt: item.lostAt }) } };
}

export const stateBefore = (item: ItemSummary, entries: ItemEntry[] = []) =>
  stateOf(withEntries(item, entries.filter(isWaiting)));
