import { isLost } from '../../../domain/items/contract/item-state.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { stateInWords } from '../../../ui/item-state-words.ts';
import { t } from '../../core/document/app-translations.ts';
import type { ItemEntry } from '../../core/outbox/entry.ts';
import { ChangeButton, Failure, useChange } from '../../widgets/form.tsx';
import { type ItemPartProps, marking, stateBefore, useSaveItem, withEntries } from './item-entries.ts';

export function LostSwitch({ item, entries }: ItemPartProps) {
  const { lost, action, change } = useLostSwitch(item, entries);
  return (
    <section
      aria-label={t('items.lostOrWithYou')}
      className={`flex flex-wrap items-center justify-between gap-4 rounded-card border-2 bg-card p-4 ${lost ? 'border-signal' : 'border-line'}`}
    >
      <p className={lost ? 'font-bold text-signal' : ''} role="status">
        {stateInWords(withEntries(item, entries), t)}
      </p>
      <ChangeButton of={change} variant="secondary">
        {action}
      </ChangeButton>
      <Failure error={change.error} />
    </section>
  );
}

/** Takes an item out of use, or an archived one into use again. */
export function useArchiveSwitch({ item, entries }: ItemPartProps) {
  const save = useSaveItem(item);
  const isArchived = withEntries(item, entries).archivedAt !== null;
  return useChange(() =>
    isArchived
      ? save('unarchiveItem', {}, { slot: 'archived' })
      : save('archiveItem', { state: stateBefore(item, entries) }, { slot: 'archived' }),
  );
}

/** Marks an item lost, or a missing one as back. */
export function useLostSwitch(item: ItemSummary, entries: ItemEntry[]) {
  const lost = isLost(withEntries(item, entries));
  const save = useSaveItem(item);
  const change = useChange(() => {
    const { call, input } = marking(lost ? 'returned' : 'lost', item, entries);
    return save(call, input, { slot: 'state' });
  });
  return { lost, action: lost ? t('items.haveBack') : t('items.markLost'), change };
}
