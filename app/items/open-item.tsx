import { useEffect } from 'react';
import { useParams } from 'react-router';
import { toItemHash } from '../../domain/items/contract/item-hash.ts';
import { itemPath } from '../../paths/paths.ts';
import { LoadingScreen } from '../../ui/system-screen.tsx';

/** C-2.07: the item's page is the site's; Back does not return here. */
export function OpenItem() {
  const { id = '' } = useParams();
  useEffect(() => location.replace(itemPath(toItemHash(id))), [id]);
  return <LoadingScreen />;
}
