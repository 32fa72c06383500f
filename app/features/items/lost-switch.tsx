import { useMutation } from '@tanstack/react-query';
import { isLost } from '../../../domain/items/contract/item-state.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { stateInWords } from '../../../ui/item-state-words.ts';
import { useTranslations } from '../../../ui/translations-context.ts';
import type { ItemEntry } from '../../core/outbox/entry.ts';
import { marking, useSaveItem, withEntries } from './item-entries.ts';
import { LostOrNot } from './lost-or-not.tsx';

export function LostSwitch({ item, entries }: { item: ItemSummary; entries: ItemEntry[] }) {
  const t = useTranslations();
  const shown = withEntries(item, entries);
  const lost = isLost(shown);
  const save = useSaveItem(item);
  const change = useMutation({
    mutationFn: () => {
      const { call, input } = marking(lost ? 'returned' : 'lost', item, entries);
      return save(call, input, { slot: 'state' });
    },
  });
  return (
    <LostOrNot
      label={t('items.lostOrWithYou')}
      isLost={lost}
      state={stateInWords(shown, t)}
      action={lost ? t('items.haveBack') : t('items.markLost')}
      change={change}
      onChange={() => change.mutate()}
    />
  );
}
