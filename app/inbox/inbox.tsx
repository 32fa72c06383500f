import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from 'react-router';
import { itemsPath } from '../../paths/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useWords } from '../../ui/words-context.ts';
import { conversationsQuery, readConversations, wantedConversationsQuery } from '../data/conversations.ts';
import { Loaded } from '../data/loaded.tsx';
import { useReadOn } from '../data/long-lists.ts';
import { useNoNetwork } from '../offline/last-seen.tsx';
import { FailedMailNotice } from '../profile/failed-mail-notice.tsx';
import { PageHeading } from '../widgets/page-heading.tsx';
import { ConversationList } from './conversation-list.tsx';
import { InboxFilter } from './inbox-filter.tsx';
import { NarrowedList } from './narrowed-list.tsx';
import { isNarrowed, useWanted, wantedPath } from './wanted.ts';

export function Inbox() {
  const t = useWords();
  const { conversationId } = useParams();
  const conversations = useQuery(conversationsQuery);
  const reading = useReadOn(conversationsQuery, readConversations());
  const [wanted] = useWanted();
  const narrowed = isNarrowed(wanted);
  const isEmpty = conversations.data?.rows.length === 0 && !conversationId && !narrowed;
  return (
    <div
      className={
        isEmpty
          ? ''
          : 'grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] gap-x-8 md:grid-cols-[minmax(15rem,22rem)_minmax(0,1fr)]'
      }
    >
      <section aria-label={t('inbox.conversations')} className={conversationId ? 'hidden md:block' : ''}>
        {conversationId ? (
          <h2 className="mb-4">{t('frame.messages')}</h2>
        ) : (
          <PageHeading className="mb-4">{t('frame.messages')}</PageHeading>
        )}
        <FailedMailNotice />
        <InboxFilter />
        {narrowed ? (
          <NarrowedList key={JSON.stringify(wanted)} wanted={wanted} openId={conversationId} />
        ) : (
          <Loaded query={conversations} failure={t('inbox.failed')}>
            {(list) =>
              list.rows.length === 0 && !list.next ? (
                <NoMessages />
              ) : (
                <ConversationList list={list} reading={reading} openId={conversationId} />
              )
            }
          </Loaded>
        )}
      </section>
      {conversationId ? (
        <Outlet />
      ) : (
        !isEmpty && <p className="hidden self-center text-center text-ink-soft md:block">{t('inbox.choose')}</p>
      )}
    </div>
  );
}

function NoMessages() {
  const t = useWords();
  const archived = useQuery({ ...wantedConversationsQuery({ show: 'archived' }), enabled: !useNoNetwork() });
  if (archived.isLoading) return null;
  if (archived.data?.rows.length)
    return (
      <EmptyState title={t('inbox.allArchived')}>
        <LinkButton href={wantedPath({ show: 'archived' })} variant="secondary">
          {t('inbox.show-archived')}
        </LinkButton>
      </EmptyState>
    );
  return (
    <EmptyState title={t('inbox.emptyTitle')}>
      <p>{t('inbox.emptyText')}</p>
      <LinkButton href={itemsPath()} variant="secondary">
        {t('itemForm.toItems')}
      </LinkButton>
    </EmptyState>
  );
}
