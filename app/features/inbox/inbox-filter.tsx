import { useQuery } from '@tanstack/react-query';
import { maxSearchLength } from '../../../domain/items/contract/limits.ts';
import type { ConversationSummary } from '../../../domain/messages/contract/schema.ts';
import { inboxPath } from '../../../paths/paths.ts';
import { Select, TextField } from '../../../ui/fields.tsx';
import { conversationsQuery, type InboxListFilter } from '../../core/data/conversations.ts';
import { itemsQuery } from '../../core/data/queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { navigate, useLocation, useSearchParams } from '../../core/navigation/navigation.tsx';
import { useChangingParams, useTypedSearch } from '../../widgets/search-params.ts';

const shown = [undefined, 'unread', 'archived'] as const;

export function InboxFilter() {
  const filter = useInboxFilter();
  const { search, show, itemId } = filter;
  return (
    <div className="mb-4 grid gap-3 @min-[16rem]:max-sm:[&_label]:sr-only">
      <Search />
      {!search && (
        <nav aria-label={t('inbox.filter')} className="flex flex-wrap gap-2">
          {shown.map((each) => (
            <a
              key={each ?? 'all'}
              href={inboxPath({ show: each, item: itemId })}
              aria-current={each === show ? 'page' : undefined}
              className="inline-flex min-h-12 items-center rounded-control border-2 border-line px-3 text-ink no-underline aria-[current]:border-home aria-[current]:bg-home aria-[current]:text-home-ink"
            >
              {t(`inbox.show-${each ?? 'all'}`)}
            </a>
          ))}
        </nav>
      )}
      <ItemChoice filter={filter} />
    </div>
  );
}

function Search() {
  const [params, change] = useChangingParams();
  const [typed, setTyped] = useTypedSearch(params.get('search') ?? '', change);
  return (
    <search>
      <TextField
        label={t('inbox.search')}
        name="search"
        type="search"
        placeholder={t('inbox.search')}
        className="field-input sm:placeholder:text-transparent @max-[16rem]:placeholder:text-transparent"
        maxLength={maxSearchLength}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  );
}

function ItemChoice({ filter }: { filter: InboxListFilter }) {
  const { itemId, show } = filter;
  const listed = useQuery(conversationsQuery).data?.rows ?? [];
  const items = useQuery({ ...itemsQuery, enabled: itemId !== undefined }).data?.rows ?? [];
  const names = new Map(listed.map(({ item }) => [item.id, item.name]));
  if (itemId && !names.has(itemId))
    names.set(itemId, items.find(({ id }) => id === itemId)?.name ?? t('inbox.thisItem'));
  if (names.size < 2 && !itemId) return null;
  const options = [...names].map(([value, label]) => ({ value, label }));
  options.sort((a, b) => a.label.localeCompare(b.label, t.language));
  return (
    <Select
      label={t('inbox.byItem')}
      name="item"
      value={itemId ?? ''}
      options={[{ value: '', label: t('inbox.allItems') }, ...options]}
      onChange={({ target }) => navigate(inboxPath({ show, item: target.value || undefined }))}
    />
  );
}

export function useInboxFilter(): InboxListFilter {
  const params = useSearchParams();
  const [show, itemId, search] = [params.get('show'), params.get('item'), params.get('search')];
  return {
    ...((show === 'unread' || show === 'archived') && { show }),
    ...(itemId && { itemId }),
    ...(search && { search }),
  };
}

export function isNarrowed({ show, itemId, search }: InboxListFilter): boolean {
  return Boolean(show || itemId || search);
}

export function fitsInboxFilter({ unread, item }: ConversationSummary, { show, itemId }: InboxListFilter): boolean {
  return (show !== 'unread' || unread > 0) && (itemId === undefined || item.id === itemId);
}

export function useSameFilter(): (path: string) => string {
  const { search } = useLocation();
  return (path) => path + search;
}
