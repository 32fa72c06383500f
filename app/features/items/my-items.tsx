import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { categories } from '../../../domain/items/contract/categories.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { itemsPath } from '../../../paths/paths.ts';
import { ItemFilterForm, type ItemListFilter, ItemsHead, mostItemsWithoutSearch } from '../../../ui/item-cards.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { WaitingTagsLine } from '../../../ui/waiting-tags-line.tsx';
import { type LongList, useLoadMore } from '../../core/data/long-lists.ts';
import {
  anyUnassignedTagsQuery,
  itemSearchQuery,
  itemsQuery,
  notificationsQuery,
  readItems,
} from '../../core/data/queries.ts';
import { sharedItemsQuery } from '../../core/data/sharing-queries.ts';
import { apart, late } from '../../core/document/late.tsx';
import { useNoNetwork } from '../../core/offline/network.ts';
import type { ItemEntry } from '../../core/outbox/entry.ts';
import { useOutbox } from '../../core/outbox/use-outbox.ts';
import { waitingClaim } from '../../core/session/waiting.ts';
import { Loaded } from '../../widgets/loaded.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { useScrollPlace } from '../../widgets/scroll-place.ts';
import { DeletedAlert } from './deleted-alert.tsx';
import { isDeletedHere, useItemEntries, withEntries } from './item-entries.ts';
import { ItemGrid, type ItemsProps } from './item-grid.tsx';
import { matchesFilter } from './matches.ts';
import { WaysToGetATag } from './ways-to-get-a-tag.tsx';

const SharedItems = late(async () => (await import('./shared-items.tsx')).SharedItems);
const HandedOverAlert = late(async () => (await import('./my-items-alerts.tsx')).HandedOverAlert);
const FailedMailAlert = late(async () => (await import('../../widgets/failed-mail-alert.tsx')).FailedMailAlert);
const RefusedChanges = late(async () => (await import('./refused-changes.tsx')).RefusedChanges);

const WaitingItems = late(async () => (await import('./waiting-items.tsx')).WaitingItems);

const WaitingTagAlert = late(async () => (await import('./my-items-alerts.tsx')).WaitingTagAlert);

const ArchivedItems = apart(async () => (await import('./archived-items.tsx')).ArchivedItems);

const pauseMs = 250;

export function MyItems() {
  const t = useTranslations();
  const items = useQuery(itemsQuery);
  const mailFailedAt = useQuery({ ...notificationsQuery, enabled: items.data !== undefined }).data?.mailFailedAt;
  const { byItem } = useItemEntries();
  const { changes, pictures, receipts, newItems: added, unknown } = useOutbox();
  const [params] = useSearchParams();
  const isArchive = params.has('archived');
  const [filter] = useItemFilter();
  const { data: hasUnassignedTags } = useQuery({ ...anyUnassignedTagsQuery, enabled: items.data !== undefined });
  // A late answer stands below the items, because above it would push them down.
  const [isHeardLate] = useState(hasUnassignedTags === undefined);
  const [claim] = useState(() => waitingClaim.read());
  const refused = [...changes, ...pictures, ...receipts, ...unknown].filter(
    (entry) => unknown.includes(entry) || (entry.refusal !== undefined && !isDeletedHere(byItem.get(entry.about))),
  );
  return (
    <>
      <ItemsHead {...(!isArchive && { search: params.get('search'), filter })}>
        <PageHeading>{isArchive ? t('items.archive') : t('frame.myItems')}</PageHeading>
      </ItemsHead>
      {isArchive && (
        <p className="mb-6">
          <a href={itemsPath()} className="inline-flex min-h-12 items-center">
            {t('items.toInUse')}
          </a>
        </p>
      )}
      {claim && !isArchive && !added.some(({ input }) => 'code' in input && input.code === claim.code) && (
        <WaitingTagAlert claim={claim} />
      )}
      {mailFailedAt && <FailedMailAlert />}
      {refused.length > 0 && <RefusedChanges entries={refused} />}
      <DeletedAlert waiting={byItem} />
      <div role="status" aria-atomic={false}>
        {added.length > 0 && !isArchive && <WaitingItems items={added} />}
      </div>
      {hasUnassignedTags && !isHeardLate && !isArchive && <WaitingTagsLine className="mb-4" />}
      {items.data && !isArchive && <HandedOverAlert />}
      {isArchive ? (
        <ArchivedItems changes={byItem} />
      ) : (
        <Loaded query={items} failure={t('items.failed')}>
          {(list) => <Searchable list={list} changes={byItem} />}
        </Loaded>
      )}
      {hasUnassignedTags && isHeardLate && !isArchive && <WaitingTagsLine className="mt-6" />}
    </>
  );
}

/** The server searches, or without network the items on this device are searched. */
function Searchable({ list, changes }: ItemsProps) {
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
            here={here}
            changes={changes}
            shared={sharedFound.length}
          />
        )}
      </div>
      {sharedFound.length > 0 && <SharedItems items={sharedFound} hasWays={isEmpty} />}
    </>
  );
}

function All({ list, changes }: ItemsProps) {
  const reading = useLoadMore(itemsQuery, readItems());
  useScrollPlace('items', list.rows.length);
  return <ItemGrid list={list} changes={changes} reading={reading} />;
}

type SearchResultsProps = {
  filter: ItemListFilter;
  here: LongList<ItemSummary>;
  changes: Map<string, ItemEntry[]>;
  shared: number;
};

function SearchResults({ filter, here, changes, shared }: SearchResultsProps) {
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

function useItemFilter(): [ItemListFilter, (name: keyof ItemListFilter, value: string) => void] {
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
