import { useQuery } from '@tanstack/react-query';
import { useUser } from '../session/auth-provider.tsx';
import {
  type Entry,
  type FileEntry,
  isKnown,
  isOf,
  itemCalls,
  newItemCalls,
  replyCalls,
  switchCalls,
} from './entry.ts';
import { isUndone, outboxQuery } from './store.ts';

/** By what they are about, the oldest first. */
export function groupByAbout<Each extends Entry>(entries: Each[]): Map<string, Each[]> {
  const groups = new Map<string, Each[]>();
  for (const entry of entries) groups.set(entry.about, [...(groups.get(entry.about) ?? []), entry]);
  return groups;
}

export function useOutbox() {
  const { uid } = useUser();
  const { data: all = [], isPending } = useQuery(outboxQuery(uid));
  const shown = all.filter((entry) => !isUndone(entry));
  const known = shown.filter(isKnown);
  const of = <Each extends Entry['call']>(calls: readonly Each[]) => known.filter((entry) => isOf(calls, entry));
  return {
    isPending,
    isEmpty: shown.length === 0,
    replies: of(replyCalls),
    switches: of(switchCalls),
    newItems: of(newItemCalls),
    changes: of(itemCalls),
    pictures: of(['setPicture']) as FileEntry[],
    receipts: of(['addReceipt']) as (FileEntry & { call: 'addReceipt' })[],
    /** Stored by a later release. */
    unknown: shown.filter((entry) => !isKnown(entry)),
  };
}
