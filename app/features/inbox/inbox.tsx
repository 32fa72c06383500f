import { useQuery } from '@tanstack/react-query';
import { inboxPath, itemsPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import {
  anyArchivedQuery,
  conversationsQuery,
  filteredConversationsQuery,
  type InboxListFilter,
} from '../../core/data/conversations.ts';
import { useLoadMore } from '../../core/data/function-queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { Outlet, useParams } from '../../core/navigation/navigation.tsx';
import { useNoNetwork } from '../../core/offline/network.ts';
import { FailedMailAlert } from '../../widgets/failed-mail-alert.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { ConversationList } from './conversation-list.tsx';
import { fitsInboxFilter, InboxFilter, isNarrowed, useInboxFilter } from './inbox-filter.tsx';
import { useSwitchedList } from './switches.ts';

export function Inbox() {
  const { conversationId } = useParams();
  const conversations = useQuery(conversationsQuery);
  const filter = useInboxFilter();
  const narrowed = isNarrowed(filter);
  const List = useNoNetwork() && narrowed ? OnThisDevice : Found;
  const switched = useSwitchedList();
  const isEmpty =
    conversations.data && switched(conversations.data, 'others').rows.length === 0 && !conversationId && !narrowed;
  return (
    <div
      className={
        isEmpty
          ? ''
          : 'grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] gap-x-8 md:grid-cols-[clamp(15rem,30vw,22rem)_minmax(0,1fr)]'
      }
    >
      <section
        aria-label={t('inbox.conversations')}
        className={conversationId ? '@container hidden md:block' : '@container'}
      >
        {conversationId ? (
          <h2 className="mb-4">{t('frame.messages')}</h2>
        ) : (
          <PageHeading className="mb-4">{t('frame.messages')}</PageHeading>
        )}
        <FailedMailAlert />
        <InboxFilter />
        <List key={JSON.stringify(filter)} filter={filter} openId={conversationId} />
      </section>
      {conversationId ? (
        <Outlet />
      ) : (
        !isEmpty && <p className="hidden self-center text-center text-ink-soft md:block">{t('inbox.choose')}</p>
      )}
    </div>
  );
}

type ListProps = { filter: InboxListFilter; openId: string | undefined };

function Found({ filter, openId }: ListProps) {
  const query = isNarrowed(filter) ? filteredConversationsQuery(filter) : conversationsQuery;
  const reading = useLoadMore(query);
  const switched = useSwitchedList();
  return (
    <Loaded query={useQuery(query)} failure={t('inbox.failed')}>
      {(read) => {
        const list = switched(read, filter.search ? 'both' : filter.show === 'archived' ? 'archived' : 'others');
        return list.rows.length === 0 && !list.next ? (
          <NoMessages filter={filter} />
        ) : (
          <ConversationList
            list={list}
            reading={reading}
            openId={openId}
            staysWhenRead={filter.show === 'unread'}
            saysArchived={filter.search !== undefined}
          />
        );
      }}
    </Loaded>
  );
}

function OnThisDevice({ filter, openId }: ListProps) {
  const known = useQuery(conversationsQuery);
  const switched = useSwitchedList();
  const reading = { read: () => {}, isReading: false, error: null };
  if (filter.search) return <p>{t('inbox.needsNetwork')}</p>;
  const isArchive = filter.show === 'archived';
  return (
    <Loaded query={known} failure={t('inbox.failed')}>
      {(read) => {
        const { rows } = switched(read, isArchive ? 'archived' : 'others');
        const list = { rows: rows.filter((row) => fitsInboxFilter(row, filter)) };
        if (list.rows.length === 0)
          return isArchive ? <p>{t('inbox.needsNetwork')}</p> : <NoMessages filter={filter} />;
        return (
          <>
            {isArchive && <p className="mb-2">{t('inbox.needsNetwork')}</p>}
            <ConversationList list={list} reading={reading} openId={openId} staysWhenRead={filter.show === 'unread'} />
          </>
        );
      }}
    </Loaded>
  );
}

function NoMessages({ filter: { search, show, itemId } }: { filter: InboxListFilter }) {
  if (!search && !show) return <NothingInUse itemId={itemId} />;
  return (
    <EmptyState title={t(`inbox.none-${search ? 'search' : (show ?? 'unread')}`)}>
      {show === 'archived' && !search && <p>{t('inbox.archivedText')}</p>}
      <ToAll />
    </EmptyState>
  );
}

function NothingInUse({ itemId }: { itemId: string | undefined }) {
  const noNetwork = useNoNetwork();
  const archived = useQuery({ ...anyArchivedQuery(itemId), enabled: !noNetwork });
  const switched = useSwitchedList();
  const known = useQuery(conversationsQuery).data;
  const waiting = known && switched(known, 'archived').rows;
  if (archived.isLoading) return null;
  if (archived.data || waiting?.some(({ item }) => itemId === undefined || item.id === itemId))
    return (
      <EmptyState title={t(itemId ? 'inbox.allOfItemArchived' : 'inbox.allArchived')}>
        <LinkButton href={inboxPath({ show: 'archived', item: itemId })} variant="secondary">
          {t('inbox.show-archived')}
        </LinkButton>
      </EmptyState>
    );
  const isKnown = archived.data === false;
  if (isKnown && !itemId)
    return (
      <EmptyState title={t('inbox.emptyTitle')}>
        <p>{t('inbox.emptyText')}</p>
        <LinkButton href={itemsPath()} variant="secondary">
          {t('itemForm.toItems')}
        </LinkButton>
      </EmptyState>
    );
  return (
    <EmptyState title={t(isKnown ? 'inbox.none-item' : 'inbox.noneHere')}>
      {!isKnown && <p>{t('inbox.needsNetwork')}</p>}
      {itemId && <ToAll />}
    </EmptyState>
  );
}

function ToAll() {
  return (
    <LinkButton href={inboxPath()} variant="secondary">
      {t('inbox.toAll')}
    </LinkButton>
  );
}
