import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isEqual } from '../../domain/items/contract/is-equal.ts';
import type { ItemSummary, NewItem } from '../../domain/items/contract/schema.ts';
import { itemPath, itemsPath } from '../../paths/paths.ts';
import { callFunction } from '../data/call-function.ts';
import { FunctionError } from '../data/function-error.ts';
import { itemsQuery } from '../data/queries.ts';
import { useKeyOf } from '../data/use-key-of.ts';
import { useSavePicture } from '../files/save-picture.ts';
import { sendWaiting } from '../offline/use-device.ts';
import { useUser } from '../session/auth-provider.tsx';
import { type Claim, waitingClaim } from '../tags/waiting-claim.ts';
import type { UnsentItem } from '../unsent/kinds.ts';
import { canWait } from '../unsent/refusals.ts';
import { sendKeptItem } from '../unsent/send-kept.ts';

/** Without `item` it waits on the device as a whole. */
type Saved = { item?: ItemSummary; picture: 'done' | 'waits' | Error };

type NewItemOptions = { claim?: Claim; before?: UnsentItem | undefined; refused?: UnsentItem | undefined };

type AddItem = (details: NewItem & { key: string }) => Promise<ItemSummary>;

/**
 * Adds an item once, whatever becomes of its picture: without network both wait on the device, and a refused picture can be replaced.
 * @param options.claim of the tag that is activated for it
 * @param options.before what waits for the same tag, or was refused for another one: the same words have the same key again
 * @param options.refused what was refused for another tag, and is dropped when the item is stored with this one
 */
export function useNewItem(add: AddItem, { claim, before, refused: earlier }: NewItemOptions = {}) {
  const client = useQueryClient();
  const { uid } = useUser();
  const navigate = useNavigate();
  const keyOf = useKeyOf();
  const added = useRef<ItemSummary>(undefined);
  const [picture, setPicture] = useState(before?.picture);
  const { save: savePicture, percent, stop } = useSavePicture();
  // Nobody sees the form of a tag again before they sign in.
  const mayWait = (error: unknown) => canWait(error) && (claim !== undefined || !isSignedOut(error));
  const keyFor = (details: NewItem) =>
    before && isEqual(before.details, details) ? before.sendingKey : keyOf(details);
  const send = async (details: NewItem) => {
    if (added.current) return callFunction('updateItem', { ...details, id: added.current.id });
    const key = keyFor(details);
    const unsent = { uid, sendingKey: key, details, picture, claim, tried: navigator.onLine };
    return sendKeptItem(client, unsent, () => add({ ...details, key }), mayWait, earlier);
  };
  const save = useMutation({
    mutationFn: async (details: NewItem): Promise<Saved> => {
      const isNew = !added.current;
      const item = await send(details);
      if (!item) {
        if (claim) waitingClaim.forget(claim.code);
        sendWaiting(client, uid);
        return { picture: 'waits' };
      }
      added.current = item;
      client.invalidateQueries(itemsQuery);
      if (!picture) return { item, picture: 'done' };
      // The picture already waits under the key of its new item, and may be sent at the same time.
      return savePicture(item, picture, isNew ? { key: keyFor(details) } : {}).then(
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
