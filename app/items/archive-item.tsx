import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { itemQuery, itemsQuery } from '../data/queries.ts';
import { seenOf } from '../offline/seen-item.ts';
import type { UnsentChange } from '../unsent/kinds.ts';
import { useSaving, withChange } from './unsaved.ts';

export function ArchiveItem({ item, waiting }: { item: ItemSummary; waiting: UnsentChange | undefined }) {
  const t = useWords();
  const client = useQueryClient();
  const save = useSaving(item);
  const isArchived = withChange(item, waiting).archivedAt !== null;
  const change = useMutation({
    mutationFn: () =>
      save({ details: {}, archived: !isArchived, seen: seenOf(item) }, async () => {
        const changed = await callFunction(isArchived ? 'unarchiveItem' : 'archiveItem', { id: item.id });
        client.setQueryData(itemQuery(item.id).queryKey, changed);
        client.invalidateQueries({ queryKey: itemsQuery.queryKey });
      }),
  });
  return (
    <section className="mt-6 grid gap-3 border-t-2 border-dashed border-line pt-6">
      <h2>{t('itemForm.archiveTitle')}</h2>
      <p role="status">{isArchived ? t('itemForm.isArchived') : t('itemForm.archiveText')}</p>
      {change.error && <Notice tone="error">{change.error.message}</Notice>}
      <Button
        type="button"
        variant="secondary"
        className="justify-self-start"
        disabled={change.isPending}
        onClick={() => change.mutate()}
      >
        {isArchived ? t('itemForm.unarchive') : t('itemForm.archive')}
      </Button>
    </section>
  );
}
