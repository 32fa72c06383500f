import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from 'react-router';
import { useTranslations } from '../../../ui/translations-context.ts';
import { conversationsQuery, readConversations } from '../../core/data/conversations.ts';
import { useLoadMore } from '../../core/data/long-lists.ts';
import { FailedMailAlert } from '../../widgets/failed-mail-alert.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { ConversationList } from './conversation-list.tsx';
import { InboxFilter } from './inbox-filter.tsx';
import { NarrowedList } from './narrowed-list.tsx';
import { NoMessages } from './no-messages.tsx';
import { useSwitchedList } from './switches.ts';
import { isNarrowed, useInboxFilter } from './use-inbox-filter.ts';

export function Inbox() {
  const t = useTranslations();
  const { conversationId } = useParams();
  const conversations = useQuery(conversationsQuery);
  const reading = useLoadMore(conversationsQuery, readConversations());
  const [filter] = useInboxFilter();
  const narrowed = isNarrowed(filter);
  const switched = useSwitchedList();
  const isEmpty =
    conversations.data && switched(conversations.data, 'others').rows.length === 0 && !conversationId && !narrowed;
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
        <FailedMailAlert />
        <InboxFilter />
        {narrowed ? (
          <NarrowedList key={JSON.stringify(filter)} filter={filter} openId={conversationId} />
        ) : (
          <Loaded query={conversations} failure={t('inbox.failed')}>
            {(read) => {
              const list = switched(read, 'others');
              return list.rows.length === 0 && !list.next ? (
                <NoMessages filter={{}} />
              ) : (
                <ConversationList list={list} reading={reading} openId={conversationId} />
              );
            }}
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
