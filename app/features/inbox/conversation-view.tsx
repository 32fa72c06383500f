import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import type { Conversation } from '../../../domain/messages/contract/schema.ts';
import { profilePath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { changeConversation, type Thread, useEarlierMessages } from '../../core/data/conversations.ts';
import { queryClient } from '../../core/data/query-client.ts';
import { unreadQuery } from '../../core/data/unread.ts';
import { t } from '../../core/document/app-translations.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import { dayOf, timeOf } from '../../widgets/dates.ts';
import { LoadMore } from '../../widgets/loaded.tsx';
import { useScrollPlace } from '../../widgets/scroll-place.ts';
import { MessageList } from './message-list.tsx';
import { LeftDraft, OutboxList } from './outbox-list.tsx';
import { ReplyForm } from './reply-form.tsx';
import { LostItem } from './send-reply.tsx';

export function ConversationView({ conversation }: { conversation: Thread }) {
  const { id, item, messages, seenUpTo, wordsExpired, readings, sharedBy, blocked, closed } = conversation;
  const whyBlocked = sharedBy === undefined ? t('thread.youBlocked') : t('thread.ownerBlocked');
  const reading = useEarlierMessages(id);
  const log = useRef<HTMLDivElement>(null);
  useMarkRead(conversation);
  useScrollPlace('thread', messages.length, log);
  return (
    <>
      {sharedBy === undefined && !blocked && !closed && (
        <LostItem item={item} conversationId={id} upTo={messages.at(-1)?.id} />
      )}
      {readings.length > 0 && <Readings readings={readings} />}
      {/* The reversed box begins at its end and stays there while messages arrive. With large text the page scrolls around it. */}
      <div
        ref={log}
        role="log"
        aria-label={t('thread.conversation')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="flex min-h-24 flex-1 md:min-h-48 flex-col-reverse overflow-y-auto rounded-card border-2 border-line p-3 sm:p-4 @max-[16rem]:h-[75dvh] @max-[16rem]:flex-none"
      >
        <div className="mb-auto">
          <LoadMore label={t('thread.earlier')} list={conversation} reading={reading} />
          <MessageList
            id={id}
            messages={messages}
            seenUpTo={seenUpTo}
            wordsExpired={wordsExpired}
            isOpen={!blocked && !closed}
          />
          <OutboxList conversationId={id} />
        </div>
      </div>
      {blocked || closed ? (
        <>
          <Alert>{blocked ? whyBlocked : t('thread.closed')}</Alert>
          <LeftDraft conversationId={id} />
        </>
      ) : (
        <>
          <ReplyForm
            conversationId={id}
            category={item.category}
            upTo={messages.at(-1)?.id}
            onSent={() => log.current?.scrollTo(0, 0)}
          />
          {sharedBy !== undefined && <AnswersAs />}
        </>
      )}
    </>
  );
}

function AnswersAs() {
  const { displayName, nameShown = false } = useUser();
  const profile = (text: ReactNode) => <a href={profilePath('account')}>{text}</a>;
  return (
    <p className="text-[0.9375rem] text-ink-soft">
      {nameShown && displayName
        ? t.rich('thread.answersByName', { name: displayName, profile })
        : t.rich('thread.answersAsOwner', { profile })}
    </p>
  );
}

/** The height is limited, so that the messages stay visible on a phone. */
function Readings({ readings }: Pick<Thread, 'readings'>) {
  return (
    <ul className="max-h-24 overflow-y-auto text-[0.9375rem] text-ink-soft" aria-label={t('thread.readings')}>
      {readings.toReversed().map(({ at, reason }) => (
        <li key={at} className="wrap-anywhere">
          {t.rich('thread.readBy', { day: dayOf(at), time: timeOf(at), reason })}
        </li>
      ))}
    </ul>
  );
}

function useMarkRead({ id, messages, unread }: Pick<Conversation, 'id' | 'messages' | 'unread'>): void {
  const visible = useSyncExternalStore(watchVisibility, () => document.visibilityState === 'visible');
  const { mutate } = useMutation({
    mutationFn: (upTo: string) => callFunction('markConversationRead', { id, upTo }),
    retry: 2,
    onSuccess: ({ unread }) => {
      queryClient.setQueryData(unreadQuery.queryKey, unread);
      changeConversation(id, { unread: 0 });
    },
  });
  const lastUnread = unread > 0 ? messages.findLast(({ author }) => author === 'finder')?.id : undefined;
  useEffect(() => {
    if (visible && lastUnread) mutate(lastUnread);
  }, [visible, lastUnread, mutate]);
}

function watchVisibility(onChange: () => void) {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
