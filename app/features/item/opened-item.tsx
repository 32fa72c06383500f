import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callFunction } from '../../core/data/call-function.ts';
import type { LongList } from '../../core/data/function-queries.ts';
import { itemsQuery, sharedItemsQuery } from '../../core/data/queries.ts';
import { queryClient } from '../../core/data/query-client.ts';
import { t } from '../../core/document/app-translations.ts';
import { late } from '../../core/document/late.tsx';
import { useParams } from '../../core/navigation/navigation.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { TagFromServer } from '../../widgets/tag-from-server.tsx';
import { OwnItem } from './own-item.tsx';

const SharedItemPage = late(async () => (await import('./shared-item.tsx')).SharedItemPage);

/** The page at a tag's address: of the user's own item, of one that is shared with them, or the one that everybody gets. */
export function OpenedItem() {
  const { hash = '' } = useParams();
  return <Opened key={hash} hash={hash} />;
}

function Opened({ hash }: { hash: string }) {
  const known = useKnownItem(hash);
  // The page of an item that is somebody else's by now notices it itself.
  const [shown, setShown] = useState(known);
  const asked = useQuery({ ...taggedItemQuery(hash), enabled: !shown && !known });
  const found = known ?? asked.data;
  if (!shown && found) setShown(found);
  if (shown?.isShared) return <SharedItemPage id={shown.id} hash={hash} />;
  if (shown) return <OwnItem id={shown.id} hash={hash} />;
  if (found === null) return <TagFromServer hash={hash} />;
  return (
    <Loaded query={asked} failure={t('itemForm.failed')}>
      {() => null}
    </Loaded>
  );
}

type Row = { id: string; hash: string };

type Tagged = { id: string; isShared: boolean };

/** Null when the item is somebody else's. */
const taggedItemQuery = (hash: string) =>
  queryOptions({
    queryKey: ['tagged-item', hash],
    queryFn: async (): Promise<Tagged | null> => {
      const tag = await callFunction('readTag', { hash });
      if (tag.state === 'archived' && tag.ownItem) return { id: tag.ownItem, isShared: false };
      if (tag.state !== 'active' || !(tag.own || tag.sharedBy !== undefined)) return null;
      return { id: tag.item.id, isShared: !tag.own };
    },
    meta: { notCached: true },
  });

/** What was read before, in lists or alone, also without network. */
function useKnownItem(hash: string): Tagged | undefined {
  // They come late where they come from the offline copy.
  useQuery({ ...itemsQuery, enabled: false });
  useQuery({ ...sharedItemsQuery, enabled: false });
  const find = (queryKey: readonly string[]) =>
    queryClient
      .getQueriesData<LongList<Row> | Row>({ queryKey })
      .flatMap(([, data]) => (data && 'rows' in data ? data.rows : (data ?? [])))
      .find((item) => item.hash === hash);
  const own = find(itemsQuery.queryKey);
  const item = own ?? find(sharedItemsQuery.queryKey);
  return item && { id: item.id, isShared: !own };
}
