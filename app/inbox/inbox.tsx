import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from 'react-router';
import { itemsPath } from '../../paths/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { conversationsQuery } from '../data/conversations.ts';
import { Loaded } from '../data/loaded.tsx';
import { FailedMailNotice } from '../profile/failed-mail-notice.tsx';
import { PageHeading } from '../widgets/page-heading.tsx';
import { ConversationList } from './conversation-list.tsx';

/** Conversations left and the open one right; on phones one of the two. */
export function Inbox() {
  const { conversationId } = useParams();
  const conversations = useQuery(conversationsQuery);
  const isEmpty = conversations.data?.rows.length === 0 && !conversationId;
  return (
    <div
      className={
        isEmpty ? '' : 'grid grid-cols-[minmax(0,1fr)] gap-x-8 md:grid-cols-[minmax(15rem,22rem)_minmax(0,1fr)]'
      }
    >
      <section aria-label="Conversations" className={conversationId ? 'hidden md:block' : ''}>
        {conversationId ? <h2 className="mb-4">Messages</h2> : <PageHeading className="mb-4">Messages</PageHeading>}
        <FailedMailNotice />
        <Loaded query={conversations} failure="Your messages could not be loaded.">
          {(list) =>
            list.rows.length === 0 ? <NoMessages /> : <ConversationList list={list} openId={conversationId} />
          }
        </Loaded>
      </section>
      {conversationId ? (
        <Outlet />
      ) : (
        !isEmpty && (
          <p className="hidden self-center text-center text-ink-soft md:block">Choose a conversation to read it.</p>
        )
      )}
    </div>
  );
}

function NoMessages() {
  return (
    <EmptyState title="No messages yet">
      <p>When somebody scans one of your tags and writes to you, it appears here, and we send you a mail.</p>
      <LinkButton href={itemsPath()} variant="secondary">
        To My Items
      </LinkButton>
    </EmptyState>
  );
}
