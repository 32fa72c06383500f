import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../ui/words-context.ts';
import {
  type ConversationsWanted,
  conversationsQuery,
  readConversations,
  wantedConversationsQuery,
} from '../data/conversations.ts';
import { Loaded } from '../data/loaded.tsx';
import { useLoadMore } from '../data/long-lists.ts';
import { useNoNetwork } from '../offline/last-seen.tsx';
import { ConversationList } from './conversation-list.tsx';
import { NoMessages } from './no-messages.tsx';
import { useSwitchedList } from './switches.ts';
import { isWanted } from './wanted.ts';

type NarrowedListProps = { wanted: ConversationsWanted; openId: string | undefined };

export function NarrowedList({ wanted, openId }: NarrowedListProps) {
  return useNoNetwork() ? <OnThisDevice wanted={wanted} openId={openId} /> : <Found wanted={wanted} openId={openId} />;
}

function Found({ wanted, openId }: NarrowedListProps) {
  const t = useWords();
  const query = wantedConversationsQuery(wanted);
  const reading = useLoadMore(query, readConversations(wanted));
  const switched = useSwitchedList();
  return (
    <Loaded query={useQuery(query)} failure={t('inbox.failed')}>
      {(read) => {
        const list = switched(read, wanted.search ? 'both' : wanted.show === 'archived' ? 'archived' : 'others');
        return list.rows.length === 0 && !list.next ? (
          <NoMessages wanted={wanted} />
        ) : (
          <ConversationList
            list={list}
            reading={reading}
            openId={openId}
            staysWhenRead={wanted.show === 'unread'}
            saysArchived={wanted.search !== undefined}
          />
        );
      }}
    </Loaded>
  );
}

/** Without network: of what this device has. */
function OnThisDevice({ wanted, openId }: NarrowedListProps) {
  const t = useWords();
  const known = useQuery(conversationsQuery);
  const switched = useSwitchedList();
  const reading = { read: () => {}, isReading: false, error: null };
  if (wanted.search) return <p>{t('inbox.needsNetwork')}</p>;
  const isArchive = wanted.show === 'archived';
  return (
    <Loaded query={known} failure={t('inbox.failed')}>
      {(read) => {
        const { rows } = switched(read, isArchive ? 'archived' : 'others');
        const list = { rows: rows.filter((row) => isWanted(row, wanted)) };
        if (list.rows.length === 0)
          return isArchive ? <p>{t('inbox.needsNetwork')}</p> : <NoMessages wanted={wanted} />;
        return (
          <>
            {isArchive && <p className="mb-2">{t('inbox.needsNetwork')}</p>}
            <ConversationList list={list} reading={reading} openId={openId} staysWhenRead={wanted.show === 'unread'} />
          </>
        );
      }}
    </Loaded>
  );
}
