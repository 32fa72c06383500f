import { useQuery } from '@tanstack/react-query';
import { logOnly } from '../../../browser/log-only.ts';
import { sendWaiting } from '../offline/use-device.ts';
import { useUser } from '../session/auth-provider.tsx';
import { deliver, showDelivered } from './deliver.ts';
import {
  type Call,
  type Entry,
  type FileEntry,
  isKnown,
  isOf,
  itemCalls,
  newItemCalls,
  type ReplyEntry,
  replyCalls,
  switchCalls,
} from './entry.ts';
import { type NewEntry, newEntry, type Options, saveAndSend, saveEntry } from './save.ts';
import { isUndone, outboxQuery } from './store.ts';

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
    unknown: shown.filter((entry) => !isKnown(entry)),
  };
}

/** Stores an entry on this device and sends it; where the browser keeps nothing, it is over when the server has it. */
export async function saveOrSend(entry: Entry): Promise<void> {
  try {
    await saveEntry(entry);
  } catch (error) {
    logOnly('It is not kept until it is sent')(error);
    showDelivered(entry, await deliver(entry));
  }
  void sendWaiting(entry.uid);
}

/** @returns a function that stores an entry on this device and sends it, unless it has to wait. It returns what the server answers, or undefined. */
export function useSave() {
  const { uid } = useUser();
  return async <Each extends Call>(
    call: Each,
    entry: Omit<NewEntry<Each>, 'uid'>,
    options?: Options,
  ): Promise<unknown> => {
    try {
      return await saveAndSend(newEntry(call, { ...entry, uid } as NewEntry<Each>), options);
    } finally {
      sendWaiting(uid);
    }
  };
}

export function useOutboxReplies(): Map<string, ReplyEntry> {
  const refusedLast = useOutbox().replies.toSorted(
    (a, b) => Number(a.refusal !== undefined) - Number(b.refusal !== undefined),
  );
  return new Map(refusedLast.map((reply) => [reply.about, reply]));
}
