import { queryOptions } from '@tanstack/react-query';
import { promisifyRequest } from 'idb-keyval';
import { outboxDatabase, outboxStore } from '../../../browser/device-store.ts';
import { followChannel, tellChannel } from '../../../browser/other-tabs.ts';
import type { Fields } from '../../../domain/conflicts/contract/fields.ts';
import { queryClient } from '../data/query-client.ts';
import { type EarlierEntry, fromEarlier } from './earlier-format.ts';
import { type Entry, fieldsOf, opposites, withFields } from './entry.ts';

export const outboxQuery = (uid: string) =>
  queryOptions({
    queryKey: ['unsent', uid],
    queryFn: () => readOutbox(uid),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { notCached: true },
  });

export function readOutbox(uid: string): Promise<Entry[]> {
  return change((all) => inOrder(all.filter((entry) => entry.uid === uid)));
}

const inOrder = (entries: Entry[]) => entries.sort((a, b) => Date.parse(a.writtenAt) - Date.parse(b.writtenAt));

type Put = {
  replaced: Entry[];
  hasEarlier: boolean;
  isDecision: boolean;
  /** It undid what waited, and there is nothing to send. */
  isUndoing: boolean;
};

/** Stores an entry in place of those of its slot. @param decides fields that its author decided about @throws where the browser keeps nothing */
export function putEntry(entry: Entry, decides: string[] = []): Promise<Put> {
  return change((all, store) => {
    const others = all.filter(({ uid, about }) => uid === entry.uid && about === entry.about);
    const isReplaced = (each: Entry) =>
      each.key === entry.key ||
      (entry.slot !== undefined && each.slot === entry.slot && (each.file || !each.tried || each.refusal));
    const keys = others.filter(isReplaced).map(({ key }) => key);
    const isGone = ({ key, after = '' }: Entry) => keys.includes(key) || keys.includes(after);
    const replaced = others.filter(isGone);
    for (const { key } of replaced) store.delete(key);
    const rest = others.filter((each) => !isGone(each));
    const decided = rest.filter(
      (each) =>
        each.refusal && each.call === entry.call && Object.keys(fieldsOf(each)).some((name) => decides.includes(name)),
    );
    for (const each of decided) withoutFields(store, each, decides);
    const isUndoing = replaced.some(({ call, refusal }) => !refusal && opposites[call] === entry.call);
    if (!isUndoing) store.put(entry, entry.key);
    return {
      replaced,
      hasEarlier: rest.some(({ refusal, file }) => !refusal && !file),
      isDecision: decided.length > 0,
      isUndoing,
    };
  });
}

/** Adds up what waits for the same fields: later entries join the question of the refused one. */
export async function joinLater(refused: Entry): Promise<void> {
  const names = Object.keys(fieldsOf(refused));
  await change((all, store) => {
    const later = inOrder(all).filter(
      (each) => each.about === refused.about && each.call === refused.call && each.writtenAt > refused.writtenAt,
    );
    const said = Object.assign({}, ...later.map(fieldsOf)) as Fields;
    for (const each of later) withoutFields(store, each, names);
    const stored = all.find(({ key }) => key === refused.key);
    if (stored) store.put({ ...stored, input: withFields(stored.input, said, () => true) }, stored.key);
  });
}

function withoutFields(store: IDBObjectStore, entry: Entry, names: string[]): void {
  const left = { ...entry, input: withFields(entry.input, {}, (name) => !names.includes(name)) } as Entry;
  if (Object.keys(fieldsOf(left)).length === 0) store.delete(entry.key);
  else store.put(left, entry.key);
}

export async function moveEntry(entry: Entry, key: string): Promise<void> {
  await change((all, store) => {
    store.delete(entry.key);
    store.put({ ...entry, key, about: key }, key);
    for (const file of all.filter(({ after }) => after === entry.key))
      store.put({ ...file, after: key, about: key }, file.key);
  });
}

/** Changes the entry, unless it is gone or was changed since it was read. @returns whether it was as it was read */
export async function reviseEntry(entry: Entry, change: Partial<Entry>): Promise<boolean> {
  const isSame = await ifSame(entry, (store, stored) => store.put({ ...stored, ...change }, entry.key));
  await tellOutbox(entry.uid);
  return isSame;
}

/** Drops what was sent, unless it was changed since it was read. Files that waited for its item follow it. */
export async function dropSent(entry: Entry, item?: { id: string; name: string }): Promise<void> {
  await change((all, store) => {
    if (all.find(({ key }) => key === entry.key)?.writtenAt === entry.writtenAt) store.delete(entry.key);
    for (const file of all.filter(({ after }) => after === entry.key)) {
      const { after: _, ...found } = file;
      if (item)
        store.put({ ...found, about: item.id, name: item.name, input: { ...file.input, itemId: item.id } }, file.key);
      else store.delete(file.key);
    }
  });
}

export async function dropEntries(uid: string, isDropped: (entry: Entry) => boolean): Promise<void> {
  await change((all, store) => {
    const dropped = all.filter((entry) => entry.uid === uid && isDropped(entry)).map(({ key }) => key);
    for (const { key, after = '' } of all) if (dropped.includes(key) || dropped.includes(after)) store.delete(key);
  });
  await tellOutbox(uid);
}

export const dropEntry = ({ uid, key }: Entry) => dropEntries(uid, (each) => each.key === key);

/** Runs the action if the entry was not changed since it was read. @returns whether it ran */
export function ifSame({ key, writtenAt }: Entry, action: (store: IDBObjectStore, stored: Entry) => void) {
  return change((all, store) => {
    const stored = all.find((each) => each.key === key);
    if (stored?.writtenAt !== writtenAt) return false;
    action(store, stored);
    return true;
  });
}

/** In one transaction. What an earlier release stored is brought into today's form. */
function change<Result>(action: (all: Entry[], store: IDBObjectStore) => Result): Promise<Result> {
  return outboxStore('readwrite', async (store) => {
    const stored = await promisifyRequest<(Entry | EarlierEntry)[]>(store.getAll());
    const all = stored.flatMap((entry) => {
      if ('format' in entry) return entry;
      const anew = fromEarlier(entry);
      store.delete(entry.key);
      for (const each of anew) store.put(each, each.key);
      return anew;
    });
    const result = action(all, store);
    await promisifyRequest(store.transaction);
    return result;
  });
}

export const isUndone = ({ undone }: Entry) => undone === true;

export function followOutbox(uid: string): () => void {
  const query = outboxQuery(uid);
  return followChannel(outboxDatabase, async () => {
    const before = queryClient.getQueryData(query.queryKey)?.length ?? 0;
    await queryClient.invalidateQueries(query);
    // Another tab sent it, and has its answer.
    if ((queryClient.getQueryData(query.queryKey)?.length ?? 0) >= before) return;
    queryClient.invalidateQueries({ queryKey: ['items'] });
    queryClient.invalidateQueries({ queryKey: ['item-states'] });
  });
}

export async function tellOutbox(uid: string): Promise<void> {
  tellChannel(outboxDatabase, null);
  await queryClient.invalidateQueries(outboxQuery(uid));
}
