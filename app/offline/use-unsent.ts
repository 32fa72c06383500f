import { useQuery } from '@tanstack/react-query';
import { useUser } from '../session/auth-provider.tsx';
import type {
  UnsentChange,
  UnsentItem,
  UnsentPicture,
  UnsentReceipt,
  UnsentReply,
  UnsentSwitches,
} from '../unsent/kinds.ts';
import { isUndone, unsentQuery } from '../unsent/unsent-store.ts';

export function useUnsent() {
  const { uid } = useUser();
  const { data: all = [], isPending } = useQuery(unsentQuery(uid));
  return {
    isPending,
    isEmpty: all.every(isUndone),
    replies: all.filter((each): each is UnsentReply => each.kind === 'reply'),
    switches: all.filter((each): each is UnsentSwitches => each.kind === 'switches'),
    items: all.filter((each): each is UnsentItem => each.kind === 'item' && !isUndone(each)),
    pictures: all.filter((each): each is UnsentPicture => each.kind === 'picture'),
    receipts: all.filter((each): each is UnsentReceipt => each.kind === 'receipt'),
    changes: all.filter((each): each is UnsentChange => each.kind === 'change'),
  };
}
