import type { DehydratedState, QueryKey } from '@tanstack/react-query';
import { dropTypedForms } from '../../../browser/drafts.ts';
import { maxPageSize } from '../../../domain/lists/contract/page-size.ts';
import { callFunction } from '../data/call-function.ts';
import { conversationsQuery } from '../data/conversations.ts';
import type { LongList } from '../data/function-queries.ts';
import {
  handedOverQuery,
  invitationsQuery,
  itemStatesQuery,
  itemsQuery,
  membersQuery,
  sharedItemsQuery,
} from '../data/queries.ts';
import { queryClient } from '../data/query-client.ts';
import { changeOfflineCache } from './offline-cache.ts';

type Query = { queryKey: QueryKey; state: { data?: unknown } };
type Row = { id: string; item?: { id: string }; sharedBy?: string };

type Told = { item: string; ended: boolean };

export function followSharing(uid: string, told: Told): Promise<void> {
  const { item } = told;
  const ofOwner = [itemsQuery, itemStatesQuery(item), membersQuery(item), invitationsQuery(item)];
  const changed = [sharedItemsQuery, conversationsQuery, ...ofOwner];
  return follow({ uid, ...told, kinds: kindsOfSharing, changed });
}

/** What the live stream tells of an item that got another owner: the user, or from the user somebody else. */
export function followHandover(uid: string, told: Told): Promise<void> {
  const changed = [itemsQuery, conversationsQuery, handedOverQuery];
  return follow({ uid, ...told, kinds: itemsQuery.queryKey, changed });
}

type Followed = Told & { uid: string; kinds: readonly unknown[]; changed: { queryKey: QueryKey }[] };

async function follow({ uid, item, ended, kinds, changed }: Followed): Promise<void> {
  if (ended) await forgetItem(uid, item, kinds);
  readSoon(changed);
}

const pauseMs = 300;
const waiting = new Map<string, QueryKey>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Of many items that change one after another, the lists are read once. */
function readSoon(changed: { queryKey: QueryKey }[]): void {
  for (const { queryKey } of changed) waiting.set(JSON.stringify(queryKey), queryKey);
  clearTimeout(timer);
  timer = setTimeout(() => {
    for (const queryKey of waiting.values()) void queryClient.invalidateQueries({ queryKey });
    waiting.clear();
  }, pauseMs);
}

/** Forgets what ended while nobody listened: without network, or in a browser that was closed. */
export async function forgetUnshared(uid: string): Promise<void> {
  const known = new Set(queryClient.getQueryCache().getAll().flatMap(sharedItemsIn));
  if (known.size === 0) return;
  const { items } = await callFunction('listSharedItems', { limit: maxPageSize });
  for (const { id } of items) known.delete(id);
  for (const id of known) await forgetItem(uid, id, kindsOfSharing);
}

const kindsOfSharing: unknown[] = [sharedItemsQuery.queryKey[0], conversationsQuery.queryKey[0]];

async function forgetItem(uid: string, item: string, kinds: readonly unknown[]): Promise<void> {
  const about = { predicate: (query: Query) => isAbout(query, item, kinds) };
  dropTypedForms(uid, item);
  await queryClient.cancelQueries(about);
  queryClient.setQueriesData<LongList<Row>>(
    { predicate: (query) => isListOf(query, kinds) },
    (list) => list && withoutItem(list, item),
  );
  const reset = queryClient.resetQueries(about);
  await changeOfflineCache(uid, (copy) => ({ ...copy, queries: withoutQueries(copy.queries, item, kinds) }));
  await reset;
}

function withoutQueries(state: DehydratedState, item: string, kinds: readonly unknown[]): DehydratedState {
  const queries = state.queries
    .filter((query) => !isAbout(query, item, kinds))
    .map((query) => {
      if (!isListOf(query, kinds)) return query;
      return { ...query, state: { ...query.state, data: withoutItem(query.state.data as LongList<Row>, item) } };
    });
  return { ...state, queries };
}

function isListOf({ queryKey, state }: Query, kinds: readonly unknown[]): boolean {
  return kinds.includes(queryKey[0]) && (state.data as Partial<LongList<Row>> | undefined)?.rows !== undefined;
}

function isAbout({ queryKey, state }: Query, item: string, kinds: readonly unknown[]): boolean {
  return queryKey[1] === item || (kinds.includes(queryKey[0]) && isRowAbout(state.data as Row | undefined, item));
}

function isRowAbout(row: Row | undefined, item: string): boolean {
  return (row?.item?.id ?? row?.id) === item;
}

function withoutItem(list: LongList<Row>, item: string): LongList<Row> {
  return { ...list, rows: list.rows.filter((row) => !isRowAbout(row, item)) };
}

function sharedItemsIn({ queryKey, state }: Query): string[] {
  if (!kindsOfSharing.includes(queryKey[0]) || !state.data) return [];
  const rows = queryKey.length === 1 ? (state.data as LongList<Row>).rows : [state.data as Row];
  return rows.flatMap((row) => (row.sharedBy === undefined ? [] : [row.item?.id ?? row.id]));
}
