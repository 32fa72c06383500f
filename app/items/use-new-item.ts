import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ItemSummary, NewItem } from '../../domain/items/contract/schema.ts';
import { itemPath, itemsPath } from '../../paths/paths.ts';
import { callFunction } from '../data/call-function.ts';
import { FunctionError } from '../data/function-error.ts';
import { itemsQuery } from '../data/queries.ts';
import { useKeyOf } from '../data/use-key-of.ts';
import { useSavePicture } from '../files/save-picture.ts';
import { sendWaiting } from '../offline/use-device.ts';
import { useUser } from '../session/auth-provider.tsx';
import { canWait } from '../unsent/refusals.ts';
import { sendKeptItem } from '../unsent/send-kept.ts';

/** Without `item` it waits on the device as a whole. */
type Saved = { item?: ItemSummary; picture: 'done' | 'waits' | Error };

export type AddItem = (details: NewItem & { key: string }, picture: Blob | undefined) => Promise<ItemSummary>;

/**
 * Adds an item once, whatever becomes of its picture: without network this waits on the device, and a refused one can be replaced.
 * @param options.waits whether the item waits there too
 * @param options.picture that was chosen before
 */
export function useNewItem(add: AddItem, options: { waits?: boolean; picture?: Blob | undefined } = {}) {
  const { waits = false } = options;
  const client = useQueryClient();
  const { uid } = useUser();
  const navigate = useNavigate();
  const keyOf = useKeyOf();
  const added = useRef<ItemSummary>(undefined);
  const [picture, setPicture] = useState(options.picture);
  const { save: savePicture, percent, stop } = useSavePicture();
  const send = async (details: NewItem) => {
    if (added.current) return callFunction('updateItem', { ...details, id: added.current.id });
    const key = keyOf(details);
    const sending = () => add({ ...details, key }, picture);
    if (!waits) return sending();
    const unsent = { uid, sendingKey: key, details, picture, tried: navigator.onLine };
    return sendKeptItem(client, unsent, sending, (error) => canWait(error) && !isSignedOut(error));
  };
  const save = useMutation({
    mutationFn: async (details: NewItem): Promise<Saved> => {
      const isNew = !added.current;
      const item = await send(details);
      if (!item) {
        sendWaiting(client, uid);
        return { picture: 'waits' };
      }
      added.current = item;
      client.invalidateQueries(itemsQuery);
      if (!picture) return { item, picture: 'done' };
      // The picture already waits under the key of its new item, and may be sent at the same time.
      return savePicture(item, picture, isNew ? { key: keyOf(details) } : {}).then(
        (isDone) => ({ item, picture: isDone ? 'done' : 'waits' }),
        (error) => ({ item, picture: error }),
      );
    },
    onSuccess: ({ item, picture }) => {
      if (item && picture === 'done') location.assign(itemPath(item.hash));
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

/** Then the form keeps what was typed until somebody signs in again. */
function isSignedOut(error: unknown): boolean {
  return error instanceof FunctionError && error.code === 'unauthenticated';
}
