import { isLost } from '../../domain/items/contract/item-state.ts';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { Button } from '../../ui/button.tsx';
import { stateInWords } from '../../ui/item-state-words.ts';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import type { UnsentChange } from '../offline/unsent-changes.ts';
import { useStateChange } from './state-change.ts';
import { withChange } from './unsaved.ts';

export function LostSwitch({ item, waiting }: { item: ItemSummary; waiting: UnsentChange | undefined }) {
  const t = useWords();
  const shown = withChange(item, waiting);
  const lost = isLost(shown);
  const change = useStateChange(item, waiting);
  return (
    <section
      aria-label={t('items.lostOrWithYou')}
      className={`flex flex-wrap items-center justify-between gap-4 rounded-card border-2 bg-card p-4 ${lost ? 'border-signal' : 'border-line'}`}
    >
      <p className={lost ? 'font-bold text-signal' : ''} role="status">
        {stateInWords(shown, t)}
      </p>
      <Button
        type="button"
        variant={lost ? 'primary' : 'secondary'}
        disabled={change.isPending}
        onClick={() => change.mutate({ state: lost ? 'returned' : 'lost' })}
      >
        {lost ? t('items.haveBack') : t('items.markLost')}
      </Button>
      {change.error && <Notice tone="error">{change.error.message}</Notice>}
    </section>
  );
}
