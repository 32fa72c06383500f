import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { Conversation } from '../../../domain/messages/contract/schema.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { changeConversation } from '../../core/data/conversations.ts';
import { unreadQuery } from '../../core/data/queries.ts';

/** Marks the conversation as read up to its last message while somebody can see the page. */
export function useMarkRead({ id, messages, unread }: Pick<Conversation, 'id' | 'messages' | 'unread'>): void {
  const client = useQueryClient();
  const visible = useSyncExternalStore(watchVisibility, isVisible);
  const { mutate } = useMutation({
    mutationFn: (upTo: string) => callFunction('markConversationRead', { id, upTo }),
    retry: 2,
    onSuccess: ({ unread }) => {
      client.setQueryData(unreadQuery.queryKey, unread);
      changeConversation(client, id, { unread: 0 });
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

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}
