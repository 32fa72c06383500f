import { useQuery } from '@tanstack/react-query';
import { inboxPath } from '../../paths/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useWords } from '../../ui/words-context.ts';
import {
  type ConversationsWanted,
  conversationsQuery,
  readConversations,
  wantedConversationsQuery,
} from '../data/conversations.ts';
import { Loaded } from '../data/loaded.tsx';
import { useReadOn } from '../data/long-lists.ts';
import { useNoNetwork } from '../offline/last-seen.tsx';
import { ConversationList } from './conversation-list.tsx';
import { isWanted } from './wanted.ts';

type NarrowedListProps = { wanted: ConversationsWanted; openId: string | undefined };

export function NarrowedList({ wanted, openId }: NarrowedListProps) {
  return useNoNetwork() ? <OnThisDevice wanted={wanted} openId={openId} /> : <Found wanted={wanted} openId={openId} />;
}

function Found({ wanted, openId }: NarrowedListProps) {
  const t = useWords();
  const query = wantedConversationsQuery(wanted);
  const reading = useReadOn(query, readConversations(wanted));
  return (
    <Loaded query={useQuery(query)} failure={t('inbox.failed')}>
      {(list) =>
        list.rows.length === 0 && !list.next ? (
          <Nothing wanted={wanted} />
        ) : (
          <ConversationList
            list={list}
            reading={reading}
            openId={openId}
            staysWhenRead={wanted.show === 'unread'}
            saysArchived={wanted.search !== undefined}
          />
        )
      }
    </Loaded>
  );
}

/** Without network: of what this device has. */
function OnThisDevice({ wanted, openId }: NarrowedListProps) {
  const t = useWords();
  const known = useQuery(conversationsQuery);
  const reading = { read: () => {}, isReading: false, error: null };
  if (wanted.search || wanted.show === 'archived') return <p>{t('inbox.needsNetwork')}</p>;
  return (
    <Loaded query={known} failure={t('inbox.failed')}>
      {({ rows }) => {
        const list = { rows: rows.filter((row) => isWanted(row, wanted)) };
        return list.rows.length === 0 ? (
          <Nothing wanted={wanted} />
        ) : (
          <ConversationList list={list} reading={reading} openId={openId} staysWhenRead={wanted.show === 'unread'} />
        );
      }}
    </Loaded>
  );
}

function Nothing({ wanted: { show, search } }: { wanted: ConversationsWanted }) {
  const t = useWords();
  const what = search ? 'search' : (show ?? 'item');
  return (
    <EmptyState title={t(`inbox.none-${what}`)}>
      {what === 'archived' && <p>{t('inbox.archivedText')}</p>}
      <LinkButton href={inboxPath()} variant="secondary">
        {t('inbox.toAll')}
      </LinkButton>
    </EmptyState>
  );
}
