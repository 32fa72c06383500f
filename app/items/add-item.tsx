import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ItemDetails } from '../../domain/items/contract/schema.ts';
import { itemPath } from '../../paths/paths.ts';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { itemsQuery } from '../data/queries.ts';
import { useKeyOf } from '../data/use-key-of.ts';
import { PageHeading } from '../widgets/page-heading.tsx';
import { ItemForm } from './item-form.tsx';

export function AddItem() {
  const t = useWords();
  const client = useQueryClient();
  const keyOf = useKeyOf();
  const add = useMutation({
    mutationFn: (details: ItemDetails) => callFunction('addItem', { ...details, key: keyOf(details) }),
    onSuccess: ({ hash }) => {
      client.invalidateQueries(itemsQuery);
      location.assign(itemPath(hash));
    },
  });
  return (
    <div className="mx-auto grid max-w-2xl gap-6 lg:max-w-none">
      <div className="grid gap-2">
        <PageHeading>{t('items.add')}</PageHeading>
        <p className="text-ink-soft">{t('itemForm.addText')}</p>
      </div>
      <ItemForm
        verb={t('itemForm.make')}
        saving={add.isPending || add.isSuccess}
        error={add.error}
        onSave={(details) => add.mutate(details)}
      />
    </div>
  );
}
