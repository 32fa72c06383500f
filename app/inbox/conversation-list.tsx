import { useRef } from 'react';
import type { ConversationSummary } from '../../domain/messages/contract/schema.ts';
import { threadPath } from '../../paths/paths.ts';
import { Drawing } from '../../ui/drawings.tsx';
import { conversationsQuery, readConversations } from '../data/conversations.ts';
import { type LongList, useReadOn } from '../data/long-lists.ts';
import type { UnsentReply } from '../offline/unsent-changes.ts';
import { whenOf } from '../widgets/dates.ts';
import { ReadOn } from '../widgets/read-on.tsx';
import { useScrollPlace } from '../widgets/scroll-place.ts';
import { excerpt } from './message-words.ts';
import { useUnsentReplies } from './use-unsent-replies.ts';

type ConversationListProps = { list: LongList<ConversationSummary>; openId: string | undefined };

export function ConversationList({ list, openId }: ConversationListProps) {
  const unsent = useUnsentReplies();
  const reading = useReadOn(conversationsQuery, readConversations);
  const box = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLUListElement>(null);
  useScrollPlace('inbox', list.rows.length, box);
  return (
    <div ref={box} className="-mx-2 md:max-h-[max(24rem,100dvh-11rem)] md:overflow-y-auto">
      <p className="sr-only" role="status">
        {list.rows.length} {list.next ? 'conversations so far' : 'conversations'}
      </p>
      <ul ref={rows}>
        {list.rows.map((conversation) => (
          <li key={conversation.id} className="border-b border-line">
            <Entry
              conversation={conversation}
              unsent={unsent.get(conversation.id)}
              isOpen={conversation.id === openId}
            />
          </li>
        ))}
      </ul>
      <ReadOn label="Show more conversations" list={list} reading={reading} rows={rows} />
    </div>
  );
}

type EntryProps = { conversation: ConversationSummary; unsent: UnsentReply | undefined; isOpen: boolean };

function Entry({ conversation, unsent, isOpen }: EntryProps) {
  const { id, item, finderName, unread, blocked, lastMessage } = conversation;
  return (
    <a
      href={threadPath(id)}
      aria-current={isOpen ? 'page' : undefined}
      className={`flex gap-3 rounded-control px-2 py-3 text-ink no-underline -outline-offset-2 hover:bg-card aria-[current]:bg-card ${unread ? 'font-bold' : ''}`}
    >
      <Drawing category={item.category} className="mt-1 size-8 flex-none" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <bdi className="truncate">{item.name}</bdi>
          <time dateTime={lastMessage.sentAt} className="flex-none text-[0.875rem] text-ink-soft">
            {whenOf(lastMessage.sentAt)}
          </time>
        </span>
        <span className="flex items-center justify-between gap-2">
          <span className={unread ? 'truncate' : 'truncate text-ink-soft'}>
            <bdi>{lastMessage.author === 'owner' ? 'You' : finderName || 'A finder'}</bdi>
            {blocked && ' (blocked)'}: <bdi>{excerpt(lastMessage)}</bdi>
          </span>
          {unsent && (
            <span className={unsent.refusal ? 'flex-none text-signal' : 'flex-none'}>
              {unsent.refusal ? 'Not sent' : 'Not sent yet'}
            </span>
          )}
          {unread > 0 && (
            <span className="flex-none">
              <span className="unread-badge">{unread}</span>
              <span className="sr-only"> unread</span>
            </span>
          )}
        </span>
      </span>
    </a>
  );
}
