import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { itemsPath } from '../../paths/paths.ts';
import { useWords } from '../../ui/words-context.ts';
import type { LongList } from '../data/long-lists.ts';
import { archivedItemsQuery, itemsQuery } from '../data/queries.ts';
import { seenOf } from '../offline/seen-item.ts';
import { deleteItem } from '../unsent/deliver-item.ts';
import { ConfirmButton } from '../widgets/confirm-button.tsx';
import type { Deleted } from './deleted-notice.tsx';
import { useSaving } from './unsaved.ts';

export function DeleteItem({ item }: { item: ItemSummary }) {
  const t = useWords();
  const client = useQueryClient();
  const navigate = useNavigate();
  const save = useSaving(item);
  const remove = async () => {
    await save({ details: {}, deleted: true, seen: seenOf(item) }, async () => {
      await deleteItem(item.id);
      const without = (list: LongList<ItemSummary> | undefined) =>
        list && { ...list, rows: list.rows.filter(({ id }) => id !== item.id) };
      for (const { queryKey } of [itemsQuery, archivedItemsQuery]) client.setQueryData(queryKey, without);
      client.invalidateQueries({ queryKey: [...itemsQuery.queryKey, 'search'] });
    });
    const deleted: Deleted = { id: item.id, name: item.name, at: Date.now() };
    navigate(itemsPath(), { replace: true, state: { deleted } });
  };
  return (
    <section className="mt-6 grid gap-3 border-t-2 border-dashed border-line pt-6">
      <h2>{t('itemForm.deleteTitle')}</h2>
      <p>{t('itemForm.deleteText')}</p>
      <ConfirmButton
        label={t('itemForm.delete')}
        variant="danger"
        question={t('itemForm.deleteQuestion', { item: item.name })}
        verb={t('itemForm.deleteIt')}
        action={remove}
      >
        <p>{t('itemForm.deleteWarning')}</p>
      </ConfirmButton>
    </section>
  );
}
