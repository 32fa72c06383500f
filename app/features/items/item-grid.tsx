import { useRef } from 'react';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { itemPath } from '../../../paths/paths.ts';
import { ItemCards } from '../../../ui/item-cards.tsx';
import type { LoadingMore, LongList } from '../../core/data/function-queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { late } from '../../core/document/late.tsx';
import { useSearchParams } from '../../core/navigation/navigation.tsx';
import type { ItemEntry } from '../../core/outbox/entry.ts';
import { useOutbox } from '../../core/outbox/use-outbox.ts';
import { LoadMore } from '../../widgets/loaded.tsx';
import { isDeletedHere, withEntries } from './item-entries.ts';

const SelectItems = late(async () => (await import('./select-items.tsx')).SelectItems);

export type ItemsProps = { list: LongList<ItemSummary>; changes: Map<string, ItemEntry[]> };

type ItemGridProps = ItemsProps & {
  reading?: LoadingMore;
  isSearch?: boolean;
  besides?: number;
  isShown?: (item: ItemSummary) => boolean;
};

export function ItemGrid({
  list,
  changes,
  reading,
  isSearch,
  besides = 0,
  isShown = ({ archivedAt }) => archivedAt === null,
}: ItemGridProps) {
  const { pictures } = useOutbox();
  const isSelecting = useSearchParams().has('select');
  const rows = useRef<HTMLDivElement>(null);
  const items = list.rows
    .filter(({ id }) => !isDeletedHere(changes.get(id)))
    .map((saved) => withEntries(saved, changes.get(saved.id)))
    .filter(isShown);
  const count = items.length + besides;
  const more = reading && <LoadMore label={t('items.more')} list={list} reading={reading} rows={rows} />;
  return (
    <>
      <p className={isSearch ? 'text-ink-soft' : 'sr-only'} role="status">
        {t(list.next ? 'items.firstCounted' : 'items.counted', { count })}
      </p>
      {isSelecting ? (
        <SelectItems items={items} next={list.next} reading={reading}>
          {more}
        </SelectItems>
      ) : (
        <>
          <ItemCards
            items={items}
            list={rows}
            hrefOf={({ hash }) => itemPath(hash)}
            remark={({ id }) =>
              (changes.has(id) || pictures.some(({ about }) => about === id)) && (
                <p className="mt-2 text-[0.9375rem] font-[650]">{t('items.notSavedYet')}</p>
              )
            }
          />
          {more}
        </>
      )}
    </>
  );
}
