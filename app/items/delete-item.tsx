import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { itemsPath } from '../../paths/paths.ts';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { itemsQuery } from '../data/queries.ts';
import { ConfirmButton } from '../widgets/confirm-button.tsx';

export function DeleteItem({ item }: { item: ItemSummary }) {
  const t = useWords();
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = async () => {
    await callFunction('deleteItem', { id: item.id });
    client.setQueryData(
      itemsQuery.queryKey,
      (list) => list && { ...list, rows: list.rows.filter(({ id }) => id !== item.id) },
    );
    client.invalidateQueries({ queryKey: [...itemsQuery.queryKey, 'found'] });
    await navigate(itemsPath(), { replace: true });
  };
  return (
    <section className="mt-6 grid gap-3 border-t-2 border-dashed border-line pt-6">
      <h2>{t('itemForm.deleteTitle')}</h2>
      <p>{t('itemForm.deleteText')}</p>
      <ConfirmButton
        label={t('itemForm.delete')}
        variant="danger"
        question={t('itemForm.deleteQuestion', { item: item.name })}
        verb={t('itemForm.deleteForGood')}
        action={remove}
      >
        <p>{t('itemForm.deleteWarning')}</p>
      </ConfirmButton>
    </section>
  );
}
