import { useRef } from 'react';
import type { Conversation } from '../../domain/messages/contract/schema.ts';
import { Notice } from '../../ui/notice.tsx';
import { useMarkRead } from './mark-read.ts';
import { MessageList } from './message-list.tsx';
import { ReplyForm } from './reply-form.tsx';
import { UnsentList } from './unsent-list.tsx';

/** What was said, and the box to answer in. */
export function ConversationView({ conversation }: { conversation: Conversation }) {
  const { id, messages, earlier, blocked, closed } = conversation;
  const log = useRef<HTMLDivElement>(null);
  useMarkRead(conversation);
  return (
    <>
      {/* Turned over, the box begins at its end and stays there while messages arrive, unless scrolled away. */}
      <div
        ref={log}
        role="log"
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="flex min-h-48 flex-1 flex-col-reverse overflow-y-auto rounded-card border-2 border-line p-3 sm:p-4"
      >
        <div className="mb-auto">
          <MessageList messages={messages} earlier={earlier} />
          <UnsentList conversationId={id} />
        </div>
      </div>
      {blocked || closed ? (
        <Notice>{blocked ? 'You blocked this finder. Unblock to write again.' : 'This conversation is closed.'}</Notice>
      ) : (
        <ReplyForm conversationId={id} onSent={() => log.current?.scrollTo(0, 0)} />
      )}
    </>
  );
}
