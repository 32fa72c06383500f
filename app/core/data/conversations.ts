import { type Query, queryOptions } from '@tanstack/react-query';
import { logOnly } from '../../../browser/log-only.ts';
import type { Conversation, ConversationSummary, InboxMessage } from '../../../domain/messages/contract/schema.ts';
import { callFunction } from './call-function.ts';
import { type LoadingMore, type LongList, longListQuery, onlineListQuery, useOnePage } from './function-queries.ts';
import { queryClient } from './query-client.ts';

export type InboxListFilter = { show?: 'unread' | 'archived'; itemId?: string; search?: string };

export const conversationsQuery = longListQuery(['conversations'], 'listConversations', {});

/** Of what is read anew when a message comes. */
export const filteredKey = ['conversations', 'wanted'];

export const filteredConversationsQuery = (filter: InboxListFilter) => {
  const { show = '', itemId = '', search = '' } = filter;
  return {
    ...onlineListQuery([...filteredKey, show, itemId, search], 'listConversations', filter),
    gcTime: 60_000,
  };
};

export const anyArchivedQuery = (itemId?: string) =>
  queryOptions({
    queryKey: [...filteredKey, 'any-archived', itemId ?? ''],
    queryFn: async () => {
      const archived = { show: 'archived', ...(itemId && { itemId }), limit: 1 } as const;
      return (await callFunction('listConversations', archived)).conversations.length > 0;
    },
  });

export type Thread = Conversation & {
  upTo?: string | undefined;
  cut?: true;
};

/** Reads only what came after the newest message, unless the finder deleted what is known, or some of it was released or hidden. */
export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: ['conversations', id],
    queryFn: async () => {
      const known = () => queryClient.getQueryData<Thread>(['conversations', id]);
      const since = known()?.upTo;
      const news = await callFunction('readConversation', { id, since });
      const hasChanged = (at: 'wordsDeletedAt' | 'messagesChangedAt') => known()?.[at] !== news[at];
      if (since !== undefined && (hasChanged('wordsDeletedAt') || hasChanged('messagesChangedAt')))
        return withNews(undefined, await callFunction('readConversation', { id }), undefined);
      return withNews(known(), news, since);
    },
  });

export function withNews(known: Thread | undefined, news: Conversation, since: string | undefined): Thread {
  const upTo = news.messages.at(-1)?.id ?? since;
  // More than a page is missing: older messages are read again on scrolling.
  if (!known || since === undefined || news.next) return { ...news, upTo };
  const end = known.messages.findIndex(({ id }) => id === since) + 1;
  const isNew = new Set(news.messages.map(({ id }) => id));
  const sentHere = known.messages.slice(end).filter(({ id }) => !isNew.has(id));
  const messages = [...known.messages.slice(0, end), ...news.messages, ...sentHere];
  return { ...news, messages, next: known.next, upTo };
}

export function useEarlierMessages(id: string): LoadingMore {
  const { queryKey } = conversationQuery(id);
  return useOnePage(async () => {
    const after = queryClient.getQueryData(queryKey)?.next;
    if (!after) return;
    const { messages, next } = await callFunction('readConversation', { id, after });
    queryClient.setQueryData(queryKey, (thread) =>
      thread?.next === after ? { ...thread, messages: [...messages, ...thread.messages], next } : thread,
    );
  }, queryKey);
}

export function addToConversation(id: string, message: InboxMessage): void {
  queryClient.setQueryData(conversationQuery(id).queryKey, (thread) =>
    !thread || thread.messages.some((each) => each.id === message.id)
      ? thread
      : { ...thread, messages: [...thread.messages, message] },
  );
  changeEntry(id, { lastMessage: message });
}

export function changeConversation(
  id: string,
  change: Partial<Pick<Conversation, 'unread' | 'blocked' | 'archived' | 'muted'>>,
): void {
  queryClient.setQueryData(conversationQuery(id).queryKey, (thread) => thread && { ...thread, ...change });
  changeEntry(id, change);
  void queryClient.invalidateQueries({ queryKey: filteredKey });
  if (change.archived === false) void queryClient.invalidateQueries({ ...conversationsQuery, exact: true });
}

function changeEntry(id: string, change: Partial<ConversationSummary>): void {
  queryClient.setQueryData(conversationsQuery.queryKey, (list) => {
    const before = list?.rows.find((each) => each.id === id);
    if (!list || !before) return list;
    const after = { ...before, ...change };
    if (after.archived) return { ...list, rows: list.rows.filter((each) => each !== before) };
    const isFirst = after.lastMessage.id !== before.lastMessage.id;
    const rows = list.rows.map((each) => (each === before ? after : each));
    return { ...list, rows: isFirst ? [after, ...rows.filter((each) => each !== after)] : rows };
  });
}

/** Takes the id of a changed conversation; without it, any may have changed. Calls made meanwhile are read together. */
export function createInboxNews(): (id?: string) => Promise<void> {
  let waiting: (string | undefined)[] = [];
  let reading = false;
  return async (id) => {
    waiting.push(id);
    if (reading) return;
    reading = true;
    while (waiting.length > 0) {
      const ids = new Set(waiting);
      waiting = [];
      const readFiltered = queryClient.invalidateQueries({ queryKey: filteredKey });
      await Promise.all([readThreads(ids), readEntries(ids), readFiltered]);
    }
    reading = false;
  };
}

export function readThreads(ids: Set<string | undefined>): Promise<void> {
  const { queryKey } = conversationsQuery;
  const predicate = ({ queryKey: [, id] }: Query) => id !== undefined && (ids.has(undefined) || ids.has(String(id)));
  return queryClient.invalidateQueries({ queryKey, predicate });
}

async function readEntries(ids: Set<string | undefined>): Promise<void> {
  const query = queryClient.getQueryCache().find({ queryKey: conversationsQuery.queryKey, exact: true });
  const readAnew = () => queryClient.invalidateQueries({ ...conversationsQuery, exact: true });
  if (!query?.isActive() || query.state.fetchStatus !== 'idle' || query.state.data === undefined) return readAnew();
  try {
    const beginning = await conversationsQuery.readPage({});
    queryClient.setQueryData(conversationsQuery.queryKey, (list) => list && withBeginning(list, beginning));
    const isBelow = (id: string | undefined) =>
      !beginning.rows.some((each) => each.id === id) &&
      queryClient.getQueryData(conversationsQuery.queryKey)?.rows.some((each) => each.id === id);
    for (const id of ids) if (id && isBelow(id)) await readEntry(id);
  } catch (error) {
    logOnly('The inbox is read anew')(error);
    return readAnew();
  }
}

async function readEntry(id: string): Promise<void> {
  const {
    messages,
    next: _next,
    seenUpTo: _seenUpTo,
    readings: _readings,
    ...head
  } = await callFunction('readConversation', { id, limit: 1 });
  const [lastMessage] = messages;
  if (lastMessage) changeEntry(id, { ...head, lastMessage });
}

export function withBeginning(
  list: LongList<ConversationSummary>,
  beginning: LongList<ConversationSummary>,
): LongList<ConversationSummary> {
  const last = beginning.rows.at(-1);
  const before = list.rows.find(({ id }) => id === last?.id);
  const isUnmoved = before?.lastMessage.id === last?.lastMessage.id;
  if (!beginning.next || !isUnmoved || list.cut) return beginning;
  const isAbove = new Set(beginning.rows.map(({ id }) => id));
  return { ...list, rows: [...beginning.rows, ...list.rows.filter(({ id }) => !isAbove.has(id))] };
}
