import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { itemPath, itemsPath } from '../../../paths/paths.ts';
import { itemsQuery } from '../../core/data/queries.ts';
import { queryClient } from '../../core/data/query-client.ts';
import { navigate } from '../../core/navigation/navigation.tsx';
import type { NewItemEntry } from '../../core/outbox/entry.ts';
import { isClaimRefused } from '../../core/outbox/refusals.ts';
import { useSave } from '../../core/outbox/use-outbox.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import { type WaitingClaim, waitingClaim } from '../../core/session/waiting.ts';
import { useChange } from '../../widgets/form.tsx';
import { disabledTagsQuery } from '../items/disabled-tags.tsx';
import { itemTagsQuery } from '../items/item-tags.tsx';

type PutTagOptions = {
  claim: WaitingClaim;
  /** What was refused for another tag, and is dropped when this one is on the item. */
  refused?: NewItemEntry | undefined;
  onSuccess?(): void;
  onError(error: Error): void;
};

/** Puts the tag on one of the user's items, and leads to its page. */
export function usePutTag({ claim, refused, onSuccess, onError }: PutTagOptions) {
  const { uid } = useUser();
  const save = useSave();
  return useChange(
    ({ id: itemId, name }: Pick<ItemSummary, 'id' | 'name'>) => {
      const key = `${uid} tag ${claim.code}`;
      const entry = { about: key, key, name, input: { ...claim, itemId } };
      return save('activateTagOnItem', entry, { instead: refused, staysRefused: isClaimRefused });
    },
    {
      onSuccess: (answer, { id }) => {
        const item = answer as ItemSummary | undefined;
        for (const { queryKey } of [itemsQuery, disabledTagsQuery(id), itemTagsQuery(id)])
          queryClient.invalidateQueries({ queryKey });
        onSuccess?.();
        waitingClaim.forget(claim.code);
        navigate(item ? itemPath(item.hash) : itemsPath());
      },
      onError,
    },
  );
}
