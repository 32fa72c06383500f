import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { categories, categoriesWith } from '../../../domain/items/contract/categories.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { foldedWithMarks } from '../../../domain/lists/contract/folded.ts';
import { groupLength, typedPartOfCode } from '../../../domain/texts/contract/typed-codes.ts';
import { activatePath, firstPrintPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ItemFilterForm, type ItemListFilter, mostItemsWithoutSearch } from '../../../ui/item-cards.tsx';
import { useLoadMore } from '../../core/data/function-queries.ts';
import { itemSearchQuery, itemsQuery, sharedItemsQuery } from '../../core/data/queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { late } from '../../core/document/late.tsx';
import { useNoNetwork } from '../../core/offline/network.ts';
import { Loaded } from '../../widgets/loaded.tsx';
import { useScrollPlace } from '../../widgets/scroll-place.ts';
import { useChangingParams, useTypedSearch } from '../../widgets/search-params.ts';
import { withEntries } from './item-entries.ts';
import { ItemGrid, type ItemsProps } from './item-grid.tsx';

const SharedItems = late(async () => (await import('./shared-items.tsx')).SharedItems);

export function SearchableItems({ list, changes }: ItemsProps) {
  const [params, change] = useChangingParams();
  const filter = itemFilterIn(params);
  const { search = '', category } = filter;
  const [typed, setTyped] = useTypedSearch(search, change);
  const noNetwork = useNoNetwork();
  const isSelecting = params.has('select');
  const isNarrowed = search !== '' || category !== undefined;
  const here = { rows: list.rows.filter((item) => matchesFilter(withEntries(item, changes.get(item.id)), filter)) };
  const sharedItems = useQuery(sharedItemsQuery);
  const shared = sharedItems.data?.rows ?? [];
  // The list stays while items are chosen, because it holds the button that undoes archiving.
  const isEmpty = list.rows.length === 0 && !isNarrowed && !isSelecting;
  const isAlone = !sharedItems.isPending && shared.length === 0;
  const sharedFound = shared.filter((item) => matchesFilter(item, filter));
  return (
    <>
      <div className="grid gap-6">
        {(list.rows.length + shared.length > mostItemsWithoutSearch || isNarrowed) && (
          <ItemFilterForm
            value={typed}
            onType={setTyped}
            category={category}
            onChoose={(chosen) => change({ category: chosen })}
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
  const query = itemSearchQuery(filter);
  const found = useQuery({ ...query, placeholderData: here });
  const reading = useLoadMore(query);
  useScrollPlace('items', found.data?.rows.length ?? 0);
  return (
    <Loaded query={found} failure={t('items.searchFailed')}>
      {(list) => <ItemGrid list={list} changes={changes} reading={reading} isSearch besides={shared} />}
    </Loaded>
  );
}

function All({ list, changes }: ItemsProps) {
  const reading = useLoadMore(itemsQuery);
  useScrollPlace('items', list.rows.length);
  return <ItemGrid list={list} changes={changes} reading={reading} />;
}

export function itemFilterIn(params: URLSearchParams): ItemListFilter {
  const search = params.get('search');
  const category = categories.find((each) => each === params.get('category'));
  return { ...(search && { search }), ...(category && { category }) };
}

type Searched = Pick<ItemSummary, 'id' | 'name' | 'note' | 'category'>;

function matchesFilter({ name, note, id, category }: Searched, { search = '', ...filter }: ItemListFilter): boolean {
  if (filter.category && filter.category !== category) return false;
  const text = foldedWithMarks(`${name} ${note}`);
  const words = foldedWithMarks(search).split(/\s+/).filter(Boolean);
  const code = typedPartOfCode(search);
  const hasCode = code.length < groupLength ? code !== '' && id.startsWith(code) : id.includes(code);
  return hasCode || words.every((word) => text.includes(word) || categoriesWith(word, t).includes(category));
}

function WaysToGetATag() {
  return (
    <EmptyState title={t('firstTag.title')}>
      <p>{t('firstTag.text')}</p>
      <ol className="grid w-full gap-4 text-start">
        <Way name={t('firstTag.print')}>{t('firstTag.printText')}</Way>
        <Way name={t('firstTag.buy')}>{t('firstTag.buyText')}</Way>
        <Way name={t('firstTag.gift')}>{t('firstTag.giftText')}</Way>
      </ol>
      <div className="flex flex-wrap justify-center gap-3">
        <LinkButton href={firstPrintPath()}>{t('firstTag.printFirst')}</LinkButton>
        <LinkButton href={activatePath()} variant="secondary">
          {t('items.activate')}
        </LinkButton>
      </div>
    </EmptyState>
  );
}

function Way({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li>
      <strong>{name}</strong>
      <p className="text-ink-soft">{children}</p>
    </li>
  );
}
