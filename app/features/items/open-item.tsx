import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { toItemHash } from '../../../domain/items/contract/item-hash.ts';
import { itemPath } from '../../../paths/paths.ts';
import { LoadingScreen } from '../../../ui/system-screen.tsx';
import { itemQuery } from '../../core/data/queries.ts';

/** C-2.07: replaces the entry of the history, so that Back does not return here. */
export function OpenItem() {
  const { id = '' } = useParams();
  const client = useQueryClient();
  useEffect(() => {
    const found = client.ensureQueryData(itemQuery(id)).then(({ hash }) => hash);
    found.catch(() => toItemHash(id)).then((hash) => location.replace(itemPath(hash)));
  }, [client, id]);
  return <LoadingScreen />;
}
