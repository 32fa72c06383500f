import { isLost } from '../../domain/items/contract/item-state.ts';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { stateInWords } from '../../ui/item-state-words.ts';
import { useWords } from '../../ui/words-context.ts';
import type { UnsentChange } from '../unsent/kinds.ts';
import { LostOrNot } from './lost-or-not.tsx';
import { useStateChange } from './state-change.ts';
import { withChange } from './unsaved.ts';

export function LostSwitch({ item, waiting }: { item: ItemSummary; waiting: UnsentChange | undefined }) {
  const t = useWords();
  const shown = withChange(item, waiting);
  const lost = isLost(shown);
  const change = useStateChange(item);
  return (
    <LostOrNot
      label={t('items.lostOrWithYou')}
      isLost={lost}
      state={stateInWords(shown, t)}
      action={lost ? t('items.haveBack') : t('items.markLost')}
      change={change}
      onChange={() => change.mutate({ change: { state: lost ? 'returned' : 'lost' } })}
    />
  );
}
