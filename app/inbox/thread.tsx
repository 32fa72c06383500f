import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useParams } from 'react-router';
import type { Conversation } from '../../domain/messages/schema.ts';
import { Notice } from '../../ui/notice.tsx';
import { isNotFound } from '../data/function-error.ts';
import { Loaded } from '../data/loaded.tsx';
import { conversationQuery, conversationsQuery } from '../data/queries.ts';
import { NotHere } from '../not-here.tsx';
import { PageHeading } from '../page-heading.tsx';
import { BlockSwitch } from './block-switch.tsx';
import { useMarkRead } from './mark-read.ts';
import { MessageList } from './message-list.tsx';
import { ReplyForm } from './reply-form.tsx';

/** One conversation with a finder. */
export function Thread() {
  const { conversationId = '' } = useParams();
  const conversation = useQuery(conversationQuery(conversationId));
  const listed = useQuery(conversationsQuery).data?.find(({ id }) => id === conversationId);
  const title = (conversation.data ?? listed)?.item.name ?? 'Conversation';

  if (isNotFound(conversation.error)) {
    const action = { label: 'To your messages', href: '/inbox' };
    return <NotHere title="There is no such conversation" text="It is not among your messages." action={action} />;
  }
  return (
    <section className="flex h-[max(32rem,100dvh-7rem)] min-w-0 flex-col gap-3 md:h-[max(32rem,100dvh-9rem)]">
      <a href="/inbox" className="-mt-3 inline-flex min-h-12 items-center self-start md:hidden">
        All messages
      </a>
      <PageHeading className="line-clamp-2 flex-none wrap-anywhere">{title}</PageHeading>
      <Loaded query={conversation} failure="This conversation could not be loaded.">
        {(data) => <Talk key={data.id} conversation={data} />}
      </Loaded>
    </section>
  );
}

function Talk({ conversation }: { conversation: Conversation }) {
  const { id, item, finderName, messages, blocked, closed } = conversation;
  const log = useRef<HTMLDivElement>(null);
  useMarkRead(conversation);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="min-w-0 wrap-anywhere text-ink-soft">
          with <bdi>{finderName || 'a finder'}</bdi>{' '}
          <a href={`/item/${item.hash}`} className="ms-2 inline-flex min-h-12 items-center">
            The item’s page
          </a>
        </p>
        <BlockSwitch id={id} blocked={blocked} />
      </div>
      {/* Turned over, the box begins at its end and stays there while messages arrive, unless scrolled away. */}
      <div
        ref={log}
        role="log"
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="flex min-h-48 flex-1 flex-col-reverse overflow-y-auto rounded-card border-2 border-line p-3 sm:p-4"
      >
        <MessageList messages={messages} />
      </div>
      {blocked || closed ? (
        <Notice>{blocked ? 'You blocked this finder. Unblock to write again.' : 'This conversation is closed.'}</Notice>
      ) : (
        <ReplyForm conversationId={id} onSent={() => log.current?.scrollTo(0, 0)} />
      )}
    </>
  );
}
