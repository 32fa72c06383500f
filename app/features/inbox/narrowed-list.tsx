import { useQuery } from '@tanstack/react-query';
import { useTranslations } from '../../../ui/translations-context.ts';
import {
  conversationsQuery,
  filteredConversationsQuery,
  type InboxListFilter,
  readConversations,
} from '../../core/data/conversations.ts';
import { useLoadMore } from '../../core/data/long-lists.ts';
import { useNoNetwork } from '../../core/offline/network.ts';
import { Loaded } from '../../widgets/loaded.tsx';
import { ConversationList } from './conversation-list.tsx';
import { NoMessages } from './no-messages.tsx';
import { useSwitchedList } from './switches.ts';
import { fitsInboxFilter } from './use-inbox-filter.ts';

type NarrowedListProps = { filter: InboxListFilter; openId: string | undefined };

export function NarrowedList({ filter, openId }: NarrowedListProps) {
  return useNoNetwork() ? <OnThisDevice filter={filter} openId={openId} /> : <Found filter={filter} openId={openId} />;
}

function Found({ filter, openId }: NarrowedListProps) {
  const t = useTranslations();
  const query = filteredConversationsQuery(filter);
  const reading = useLoadMore(query, readConversations(filter));
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

/** Without network: of what this device has. */
function OnThisDevice({ filter, openId }: NarrowedListProps) {
  const t = useTranslations();
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
