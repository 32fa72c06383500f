import { useEffect, useEffectEvent } from 'react';
import { toItemHash } from '../../../domain/items/contract/item-hash.ts';
import { itemPath, openItemPath } from '../../../paths/paths.ts';
import { LoadingScreen } from '../../../ui/system-screen.tsx';
import { itemQuery, sharedItemQuery } from '../../core/data/queries.ts';
import { queryClient } from '../../core/data/query-client.ts';
import { navigate, useLocation } from '../../core/navigation/navigation.tsx';

/** C-2.07: replaces the entry of the history, so that Back does not return here. */
export function OpenItem() {
  const id = useLocation().pathname.slice(openItemPath('').length);
  const open = useEffectEvent((hash: string) => navigate(itemPath(hash), { replace: true }));
  useEffect(() => {
    const found = queryClient
      .ensureQueryData(itemQuery(id))
      .catch(() => queryClient.ensureQueryData(sharedItemQuery(id)));
    found
      .then(({ hash }) => hash)
      .catch(() => toItemHash(id))
      .then(open);
  }, [id]);
  return <LoadingScreen />;
}
