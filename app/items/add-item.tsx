import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ItemDetails } from '../../domain/items/contract/schema.ts';
import { itemPath } from '../../paths/paths.ts';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { itemsQuery } from '../data/queries.ts';
import { useKeyOf } from '../data/use-key-of.ts';
import { NewItemPicture } from '../files/late.tsx';
import { useSavePicture } from '../files/save-picture.ts';
import { PageHeading } from '../widgets/page-heading.tsx';
import { ItemForm } from './item-form.tsx';

export function AddItem() {
  const t = useWords();
  const client = useQueryClient();
  const keyOf = useKeyOf();
  const [picture, setPicture] = useState<Blob>();
  const { save, percent, stop } = useSavePicture();
  const add = useMutation({
    mutationFn: async (details: ItemDetails) => {
      const item = await callFunction('addItem', { ...details, key: keyOf(details) });
      if (picture) await save(item, picture);
      return item;
    },
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
      >
        <NewItemPicture picture={picture} onChange={setPicture} percent={percent} onStop={stop} />
      </ItemForm>
    </div>
  );
}
