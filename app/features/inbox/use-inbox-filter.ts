import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { ConversationSummary } from '../../../domain/messages/contract/schema.ts';
import { inboxPath } from '../../../paths/paths.ts';
import type { InboxListFilter } from '../../core/data/conversations.ts';

export function useInboxFilter(): [InboxListFilter, (search: string) => void] {
  const [params, setParams] = useSearchParams();
  const setSearch = useCallback(
    (search: string) =>
      setParams(
        (before) => {
          const params = new URLSearchParams(before);
          params.delete('search');
          if (search) params.set('search', search);
          return params;
        },
        { replace: true },
      ),
    [setParams],
  );
  const [show, itemId, search] = [params.get('show'), params.get('item'), params.get('search')];
  return [
    {
      ...((show === 'unread' || show === 'archived') && { show }),
      ...(itemId && { itemId }),
      ...(search && { search }),
    },
    setSearch,
  ];
}

export function isNarrowed({ show, itemId, search }: InboxListFilter): boolean {
  return Boolean(show || itemId || search);
}

export function filteredInboxPath({ show, itemId }: InboxListFilter): string {
  const params = new URLSearchParams({ ...(show && { show }), ...(itemId && { item: itemId }) }).toString();
  return inboxPath() + (params && `?${params}`);
}

/** Of the conversations on this device. */
export function fitsInboxFilter({ unread, item }: ConversationSummary, { show, itemId }: InboxListFilter): boolean {
  return (show !== 'unread' || unread > 0) && (itemId === undefined || item.id === itemId);
}

export function useSameFilter(): (path: string) => string {
  const { search } = useLocation();
  return (path) => path + search;
}
