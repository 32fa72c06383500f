import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from 'react-router';
import { itemsPath } from '../../paths/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useWords } from '../../ui/words-context.ts';
import { conversationsQuery } from '../data/conversations.ts';
import { Loaded } from '../data/loaded.tsx';
import { FailedMailNotice } from '../profile/failed-mail-notice.tsx';
import { PageHeading } from '../widgets/page-heading.tsx';
import { ConversationList } from './conversation-list.tsx';

export function Inbox() {
  const t = useWords();
  const { conversationId } = useParams();
  const conversations = useQuery(conversationsQuery);
  const isEmpty = conversations.data?.rows.length === 0 && !conversationId;
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
        <Loaded query={conversations} failure={t('inbox.failed')}>
          {(list) =>
            list.rows.length === 0 ? <NoMessages /> : <ConversationList list={list} openId={conversationId} />
          }
        </Loaded>
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
  return (
    <EmptyState title={t('inbox.emptyTitle')}>
      <p>{t('inbox.emptyText')}</p>
      <LinkButton href={itemsPath()} variant="secondary">
        {t('itemForm.toItems')}
      </LinkButton>
    </EmptyState>
  );
}
