import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { Button } from '../../../ui/button.tsx';
import { ItemSearch } from '../../../ui/item-cards.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { useLoadMore } from '../../core/data/long-lists.ts';
import { itemSearchQuery, itemsQuery, readItems } from '../../core/data/queries.ts';
import { LoadMore } from '../../widgets/load-more.tsx';
import { Loaded } from '../../widgets/loaded.tsx';

type OwnItemsProps = { disabled: boolean; onChoose(item: ItemSummary): void };

export function OwnItems({ disabled, onChoose }: OwnItemsProps) {
  const t = useTranslations();
  const [search, setSearch] = useState('');
  const text = search.trim();
  const query = text ? itemSearchQuery({ search: text }) : itemsQuery;
  const items = useQuery(query);
  const reading = useLoadMore(query, readItems(text ? { search: text } : {}));
  return (
    <div className="grid gap-4">
      <ItemSearch value={search} onType={setSearch} />
      <Loaded query={items} failure={t('items.failed')}>
        {(list) => (
          <>
            <p role="status">
              {list.next
                ? t('items.firstCounted', { count: list.rows.length })
                : t('items.counted', { count: list.rows.length })}
            </p>
            <ul className="grid gap-2">
              {list.rows.map((item) => (
                <li key={item.id}>
                  <Button type="button" variant="secondary" disabled={disabled} onClick={() => onChoose(item)}>
                    <bdi className="wrap-anywhere">{item.name}</bdi>
                  </Button>
                </li>
              ))}
            </ul>
            <LoadMore label={t('items.more')} list={list} reading={reading} />
          </>
        )}
      </Loaded>
    </div>
  );
}
