import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ItemSummary, NewItem } from '../../domain/items/contract/schema.ts';
import { itemPath, itemsPath } from '../../paths/paths.ts';
import { callFunction } from '../data/call-function.ts';
import { itemsQuery } from '../data/queries.ts';
import { useKeyOf } from '../data/use-key-of.ts';
import { useSavePicture } from '../files/save-picture.ts';

type Saved = { item: ItemSummary; picture: 'done' | 'waits' | Error };

/** Adds an item once, whatever becomes of its picture: without network this waits on the device, and a refused one can be replaced. */
export function useNewItem(add: (details: NewItem & { key: string }) => Promise<ItemSummary>) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const keyOf = useKeyOf();
  const added = useRef<ItemSummary>(undefined);
  const [picture, setPicture] = useState<Blob>();
  const { save: savePicture, percent, stop } = useSavePicture();
  const save = useMutation({
    mutationFn: async (details: NewItem): Promise<Saved> => {
      const item = added.current
        ? await callFunction('updateItem', { ...details, id: added.current.id })
        : await add({ ...details, key: keyOf(details) });
      added.current = item;
      client.invalidateQueries(itemsQuery);
      if (!picture) return { item, picture: 'done' };
      return savePicture(item, picture).then(
        (isDone) => ({ item, picture: isDone ? 'done' : 'waits' }),
        (error) => ({ item, picture: error }),
      );
    },
    onSuccess: ({ item, picture }) => {
      if (picture === 'done') location.assign(itemPath(item.hash));
      // The page of the tag is the site’s and does not open without network.
      else if (picture === 'waits') navigate(itemsPath());
    },
  });
  const refused = save.data?.picture instanceof Error ? save.data.picture : null;
  return {
    form: {
      saving: save.isPending || (save.isSuccess && !refused),
      error: save.error,
      onSave: (details: NewItem) => save.mutate(details),
    },
    picture: { picture, onChange: setPicture, percent, onStop: stop, refused },
  };
}
