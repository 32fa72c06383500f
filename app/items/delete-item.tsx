import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { itemsPath } from '../../paths/paths.ts';
import { callFunction } from '../data/call-function.ts';
import { itemsQuery } from '../data/queries.ts';
import { ConfirmButton } from '../widgets/confirm-button.tsx';

export function DeleteItem({ item }: { item: ItemSummary }) {
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
      <h2>Delete this item</h2>
      <p>Its tag stops working for good. Your messages about it stay.</p>
      <ConfirmButton
        label="Delete item"
        variant="danger"
        question={`Delete “${item.name}”?`}
        verb="Delete for good"
        action={remove}
      >
        <p>
          Whoever scans its tag will read that the tag is retired, and cannot write to you about it. This cannot be
          undone.
        </p>
      </ConfirmButton>
    </section>
  );
}
