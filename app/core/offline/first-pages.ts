import type { DehydratedState, QueryKey } from '@tanstack/react-query';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { defaultPageSize } from '../../../domain/lists/contract/page-size.ts';
import type { ConversationSummary } from '../../../domain/messages/contract/schema.ts';
import type { Thread } from '../data/conversations.ts';
import type { LongList } from '../data/function-queries.ts';

type Query = DehydratedState['queries'][number];
type Inbox = LongList<ConversationSummary>;
type Reference = { id: string };

/** What the offline copy holds of what was read: of every list and thread the first page, and each thing once. */
export function pack(read: Query[]): Query[] {
  const queries = read.map((query) => withData(query, firstPage(query.state.data)));
  const items = dataOf<LongList<ItemSummary>>(queries, ['items']);
  const isListed = ({ queryKey: [kind, id] }: Query) => kind === 'items' && items?.rows.some((each) => each.id === id);
  return queries
    .filter((query) => !isListed(query))
    .map((query) => {
      if (isKey(query, ['items'])) return withData(query, withNewest(query, queries));
      return isKey(query, ['conversations'])
        ? withData(query, withReferences(query.state.data as Inbox, queries))
        : query;
    });
}

export function unpack(queries: Query[]): Query[] {
  return queries.map((query) => {
    if (!isKey(query, ['conversations'])) return query;
    const list = query.state.data as LongList<ConversationSummary | Reference>;
    const rows = list.rows.flatMap((row) => ('item' in row ? [row] : summaryOf(row, queries)));
    return withData(query, { ...list, rows });
  });
}

function firstPage(data: unknown): unknown {
  if (isObjectWith(data, 'rows')) {
    const { rows, next, cut, ...list } = data as LongList<unknown>;
    return { ...list, rows: rows.slice(0, defaultPageSize), ...isCut(rows, next, cut) };
  }
  if (isObjectWith(data, 'messages')) {
    const { messages, next, cut, upTo: _upTo, ...thread } = data as Thread;
    return { ...thread, messages: messages.slice(-defaultPageSize), ...isCut(messages, next, cut) };
  }
  return data;
}

function isCut(rows: unknown[], next: string | undefined, cut: true | undefined): { cut?: true } {
  return next || cut || rows.length > defaultPageSize ? { cut: true } : {};
}

function withNewest({ state }: Query, queries: Query[]): LongList<ItemSummary> {
  const list = state.data as LongList<ItemSummary>;
  const rows = list.rows.map((row) => {
    const alone = queries.find((query) => isKey(query, ['items', row.id]));
    return alone && alone.state.dataUpdatedAt > state.dataUpdatedAt ? (alone.state.data as ItemSummary) : row;
  });
  return { ...list, rows };
}

function withReferences(list: Inbox, queries: Query[]): LongList<ConversationSummary | Reference> {
  const rows = list.rows.map((row) => {
    const thread = dataOf<Thread>(queries, ['conversations', row.id]);
    return thread?.messages.at(-1)?.id === row.lastMessage.id ? { id: row.id } : row;
  });
  return { ...list, rows };
}

function summaryOf({ id }: Reference, queries: Query[]): ConversationSummary[] {
  const { messages, seenUpTo: _seenUpTo, cut: _cut, ...head } = dataOf<Thread>(queries, ['conversations', id]) ?? {};
  const lastMessage = messages?.at(-1);
  return lastMessage ? [{ ...(head as Omit<ConversationSummary, 'lastMessage'>), lastMessage }] : [];
}

function dataOf<Data>(queries: Query[], key: QueryKey): Data | undefined {
  return queries.find((query) => isKey(query, key))?.state.data as Data | undefined;
}

function isKey({ queryKey }: Query, key: QueryKey): boolean {
  return queryKey.length === key.length && queryKey.every((part, index) => part === key[index]);
}

function isObjectWith(data: unknown, field: string): boolean {
  return typeof data === 'object' && data !== null && field in data;
}

function withData(query: Query, data: unknown): Query {
  return { ...query, state: { ...query.state, data } };
}
