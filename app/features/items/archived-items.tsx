import { useQuery } from '@tanstack/react-query';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { type LongList, useLoadMore } from '../../core/data/function-queries.ts';
import { archivedItemsQuery, itemsQuery } from '../../core/data/queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { useNoNetwork } from '../../core/offline/network.ts';
import { Loaded } from '../../widgets/loaded.tsx';
import { useScrollPlace } from '../../widgets/scroll-place.ts';
import { withEntries } from './item-entries.ts';
import { ItemGrid, type ItemsProps } from './item-grid.tsx';

export function ArchivedItems({ changes }: Pick<ItemsProps, 'changes'>) {
  const archived = useQuery(archivedItemsQuery);
  const reading = useLoadMore(archivedItemsQuery);
  const noNetwork = useNoNetwork();
  useScrollPlace('archived-items', archived.data?.rows.length ?? 0);
  const inUse = useQuery({ ...itemsQuery, enabled: false }).data?.rows ?? [];
  const withWaiting = (list: LongList<ItemSummary>) => {
    const known = new Set(list.rows.map(({ id }) => id));
    const waiting = inUse.filter(
      (item) => withEntries(item, changes.get(item.id)).archivedAt !== null && !known.has(item.id),
    );
    return { ...list, rows: [...waiting, ...list.rows] };
  };
  const grid = (list: LongList<ItemSummary>) => (
    <ItemGrid
      list={withWaiting(list)}
      changes={changes}
      reading={reading}
      isSearch
      isShown={({ archivedAt }) => archivedAt !== null}
    />
  );
  return (
    <div className="grid gap-6">
      <p className="text-ink-soft">{t('items.archiveLead')}</p>
      {noNetwork && !archived.data ? (
        grid({ rows: [] })
      ) : (
        <Loaded query={archived} failure={t('items.failed')}>
          {grid}
        </Loaded>
      )}
    </div>
  );
}
