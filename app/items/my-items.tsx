import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { editItemPath } from '../../paths/paths.ts';
import { ItemCards, ItemSearch, ItemsHead, mostItemsWithoutSearch } from '../../ui/item-cards.tsx';
import { useWords } from '../../ui/words-context.ts';
import { Loaded } from '../data/loaded.tsx';
import { type LongList, type ReadingOn, useReadOn } from '../data/long-lists.ts';
import { itemSearchQuery, itemsQuery, readItems } from '../data/queries.ts';
import { useNoNetwork } from '../offline/last-seen.tsx';
import type { UnsentChange } from '../offline/unsent-changes.ts';
import { PageHeading } from '../widgets/page-heading.tsx';
import { ReadOn } from '../widgets/read-on.tsx';
import { useScrollPlace } from '../widgets/scroll-place.ts';
import { useUnsavedChanges, withChange } from './unsaved.ts';
import { WaysToGetATag } from './ways-to-get-a-tag.tsx';

const RefusedChanges = lazy(async () => ({ default: (await import('./refused-changes.tsx')).RefusedChanges }));

const pauseMs = 250;

export function MyItems() {
  const t = useWords();
  const items = useQuery(itemsQuery);
  const { byItem } = useUnsavedChanges();
  const refused = [...byItem.values()].filter(({ refusal }) => refusal !== undefined);
  return (
    <>
      <ItemsHead>
        <PageHeading>{t('frame.myItems')}</PageHeading>
      </ItemsHead>
      {refused.length > 0 && (
        <Suspense>
          <RefusedChanges changes={refused} />
        </Suspense>
      )}
      <Loaded query={items} failure={t('items.failed')}>
        {(list) => (list.rows.length === 0 ? <WaysToGetATag /> : <Searchable list={list} changes={byItem} />)}
      </Loaded>
    </>
  );
}

type ItemsProps = { list: LongList<ItemSummary>; changes: Map<string, UnsentChange> };

/** All items, or those found: by the server; without network among those on this device. */
function Searchable({ list, changes }: ItemsProps) {
  const t = useWords();
  const [asked, setAsked] = useAsked();
  const [typed, setTyped] = useState(asked);
  const noNetwork = useNoNetwork();
  useEffect(() => {
    const timer = setTimeout(() => typed.trim() !== asked && setAsked(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, asked, setAsked]);
  const here = { rows: list.rows.filter((item) => matches(withChange(item, changes.get(item.id)), asked)) };
  return (
    <div className="grid gap-6">
      {(list.rows.length > mostItemsWithoutSearch || asked) && <ItemSearch value={typed} onType={setTyped} />}
      {!asked && <All list={list} changes={changes} />}
      {asked && noNetwork && (
        <>
          <ItemGrid list={here} changes={changes} isSearch />
          {(list.next || list.cut) && <p>{t('items.searchedHere')}</p>}
        </>
      )}
      {asked && !noNetwork && <SearchResults key={asked} search={asked} here={here} changes={changes} />}
    </div>
  );
}

function All({ list, changes }: ItemsProps) {
  const reading = useReadOn(itemsQuery, readItems());
  useScrollPlace('items', list.rows.length);
  return <ItemGrid list={list} changes={changes} reading={reading} />;
}

type SearchResultsProps = { search: string; here: LongList<ItemSummary>; changes: Map<string, UnsentChange> };

/** @param here the matches on this device, shown until the server answers */
function SearchResults({ search, here, changes }: SearchResultsProps) {
  const t = useWords();
  const query = itemSearchQuery(search);
  const found = useQuery({ ...query, placeholderData: here });
  const reading = useReadOn(query, readItems(search));
  useScrollPlace('items', found.data?.rows.length ?? 0);
  return (
    <Loaded query={found} failure={t('items.searchFailed')}>
      {(list) => <ItemGrid list={list} changes={changes} reading={reading} isSearch />}
    </Loaded>
  );
}

type ItemGridProps = ItemsProps & { reading?: ReadingOn; isSearch?: boolean };

function ItemGrid({ list, changes, reading, isSearch }: ItemGridProps) {
  const t = useWords();
  // The item’s page is the site’s and does not open without network; the form does.
  const noNetwork = useNoNetwork();
  const rows = useRef<HTMLUListElement>(null);
  const count = list.rows.length;
  return (
    <>
      <p className={isSearch ? 'text-ink-soft' : 'sr-only'} role="status">
        {list.next ? t('items.firstCounted', { count }) : t('items.counted', { count })}
      </p>
      <ItemCards
        items={list.rows.map((saved) => withChange(saved, changes.get(saved.id)))}
        list={rows}
        {...(noNetwork && { hrefOf: ({ id }) => editItemPath(id) })}
        remark={({ id }) =>
          changes.has(id) && <p className="mt-2 text-[0.9375rem] font-[650]">{t('items.notSavedYet')}</p>
        }
      />
      {reading && <ReadOn label={t('items.more')} list={list} reading={reading} rows={rows} />}
    </>
  );
}

function useAsked(): [string, (search: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (search: string) => setParams(search ? { search } : {}, { replace: true, preventScrollReset: true }),
    [setParams],
  );
  return [params.get('search') ?? '', set];
}

function matches({ name, note, id }: ItemSummary, wanted: string): boolean {
  const words = wanted.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const text = `${name} ${note}`.toLocaleLowerCase();
  const code = words.join('').replaceAll('-', '');
  return words.every((word) => text.includes(word)) || (code !== '' && id.startsWith(code));
}
