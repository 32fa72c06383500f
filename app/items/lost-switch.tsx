import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isLost } from '../../domain/items/contract/item-state.ts';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { Button } from '../../ui/button.tsx';
import { stateInWords } from '../../ui/item-state-words.ts';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { itemQuery, itemsQuery } from '../data/queries.ts';
import type { UnsentChange } from '../offline/unsent-changes.ts';
import { useSaving, withChange } from './unsaved.ts';

export function LostSwitch({ item, waiting }: { item: ItemSummary; waiting: UnsentChange | undefined }) {
  const t = useWords();
  const client = useQueryClient();
  const save = useSaving(item, waiting);
  const shown = withChange(item, waiting);
  const lost = isLost(shown);
  const change = useMutation({
    mutationFn: () =>
      save({ details: {}, lost: !lost }, async () => {
        const changed = await callFunction(lost ? 'markItemReturned' : 'markItemLost', { id: item.id });
        client.setQueryData(itemQuery(item.id).queryKey, changed);
        client.invalidateQueries({ ...itemsQuery, exact: true });
      }),
  });
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
        onClick={() => change.mutate()}
      >
        {lost ? t('items.haveBack') : t('items.markLost')}
      </Button>
      {change.error && <Notice tone="error">{change.error.message}</Notice>}
    </section>
  );
}
