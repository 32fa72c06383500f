import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { categories, categoriesWith } from '../../../domain/items/contract/categories.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { foldedWithMarks } from '../../../domain/lists/contract/folded.ts';
import { groupLength, typedPartOfCode } from '../../../domain/texts/contract/typed-codes.ts';
import type { Translations } from '../../../language/create-translations.ts';
import { ItemFilterForm, type ItemListFilter, mostItemsWithoutSearch } from '../../../ui/item-cards.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { useLoadMore } from '../../core/data/long-lists.ts';
import { itemSearchQuery, itemsQuery, readItems } from '../../core/data/queries.ts';
import { sharedItemsQuery } from '../../core/data/sharing-queries.ts';
import { late } from '../../core/document/late.tsx';
import { useNoNetwork } from '../../core/offline/network.ts';
import { Loaded } from '../../widgets/loaded.tsx';
import { useScrollPlace } from '../../widgets/scroll-place.ts';
import { withEntries } from './item-entries.ts';
import { ItemGrid, type ItemsProps } from './item-grid.tsx';
import { WaysToGetATag } from './ways-to-get-a-tag.tsx';

const SharedItems = late(async () => (await import('./shared-items.tsx')).SharedItems);

const pauseMs = 250;

export function SearchableItems({ list, changes }: ItemsProps) {
  const t = useTranslations();
  const [filter, setFilter] = useItemFilter();
  const { search = '', category } = filter;
  const [typed, setTyped] = useState(search);
  const noNetwork = useNoNetwork();
  const isSelecting = useSearchParams()[0].has('select');
  useEffect(() => {
    const timer = setTimeout(() => typed.trim() !== search && setFilter('search', typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, search, setFilter]);
  const isNarrowed = search !== '' || category !== undefined;
  const here = { rows: list.rows.filter((item) => matchesFilter(withEntries(item, changes.get(item.id)), filter, t)) };
  const sharedItems = useQuery(sharedItemsQuery);
  const shared = sharedItems.data?.rows ?? [];
  // The list stays while items are chosen, because it holds the button that undoes archiving.
  const isEmpty = list.rows.length === 0 && !isNarrowed && !isSelecting;
  const isAlone = !sharedItems.isPending && shared.length === 0;
  const sharedFound = shared.filter((item) => matchesFilter(item, filter, t));
  return (
    <>
      <div className="grid gap-6">
        {(list.rows.length + shared.length > mostItemsWithoutSearch || isNarrowed) && (
          <ItemFilterForm
            value={typed}
            onType={setTyped}
            category={category}
            onChoose={(chosen) => setFilter('category', chosen ?? '')}
          />
        )}
        {!isNarrowed && (isEmpty ? isAlone && <WaysToGetATag /> : <All list={list} changes={changes} />)}
        {isNarrowed && noNetwork && (
          <>
            <ItemGrid list={here} changes={changes} isSearch besides={sharedFound.length} />
            {(list.next || list.cut) && <p>{t('items.searchedHere')}</p>}
          </>
        )}
        {isNarrowed && !noNetwork && (
          <SearchResults
            key={`${category} ${search}`}
            filter={filter}
            list={here}
            changes={changes}
            shared={sharedFound.length}
          />
        )}
      </div>
      {sharedFound.length > 0 && <SharedItems items={sharedFound}>{isEmpty && <WaysToGetATag />}</SharedItems>}
    </>
  );
}

type ResultsProps = ItemsProps & { filter: ItemListFilter; shared: number };

function SearchResults({ filter, list: here, changes, shared }: ResultsProps) {
  const t = useTranslations();
  const query = itemSearchQuery(filter);
  const found = useQuery({ ...query, placeholderData: here });
  const reading = useLoadMore(query, readItems(filter));
  useScrollPlace('items', found.data?.rows.length ?? 0);
  return (
    <Loaded query={found} failure={t('items.searchFailed')}>
      {(list) => <ItemGrid list={list} changes={changes} reading={reading} isSearch besides={shared} />}
    </Loaded>
  );
}

function All({ list, changes }: ItemsProps) {
  const reading = useLoadMore(itemsQuery, readItems());
  useScrollPlace('items', list.rows.length);
  return <ItemGrid list={list} changes={changes} reading={reading} />;
}

export function useItemFilter(): [ItemListFilter, (name: keyof ItemListFilter, value: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (name: keyof ItemListFilter, value: string) =>
      setParams(
        (before) => {
          const params = new URLSearchParams(before);
          params.delete(name);
          if (value) params.set(name, value);
          return params;
        },
        // The entry of the history keeps which items are chosen.
        { replace: true, state: history.state?.usr },
      ),
    [setParams],
  );
  const search = params.get('search');
  const category = categories.find((each) => each === params.get('category'));
  return [{ ...(search && { search }), ...(category && { category }) }, set];
}

type Searched = Pick<ItemSummary, 'id' | 'name' | 'note' | 'category'>;

function matchesFilter(
  { name, note, id, category }: Searched,
  { search = '', ...filter }: ItemListFilter,
  t: Translations,
): boolean {
  if (filter.category && filter.category !== category) return false;
  const text = foldedWithMarks(`${name} ${note}`);
  const words = foldedWithMarks(search).split(/\s+/).filter(Boolean);
  const code = typedPartOfCode(search);
  const hasCode = code.length < groupLength ? code !== '' && id.startsWith(code) : id.includes(code);
  return hasCode || words.every((word) => text.includes(word) || categoriesWith(word, t).includes(category));
}
