import { logOnly } from '../../../browser/log-only.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { FunctionError, presentValues } from '../data/call-function.ts';
import { itemQuery, itemStatesQuery, itemsQuery } from '../data/queries.ts';
import { queryClient } from '../data/query-client.ts';
import { deliver, mustBe, showDelivered } from './deliver.ts';
import {
  type Call,
  type Entry,
  type EntryOf,
  entryFormat,
  isOf,
  itemCalls,
  newItemCalls,
  timeOfWriting,
} from './entry.ts';
import { canWait, isFinal } from './refusals.ts';
import { withLock, withLockIfFree } from './sending-locks.ts';
import { dropEntries, dropEntry, dropSent, putEntry, reviseEntry, tellOutbox } from './store.ts';

export const lockOf = ({ uid, about, key, file }: Entry) => (file ? key : `${uid} ${about}`);

export type NewEntry<Each extends Call> = Omit<EntryOf<Each>, 'format' | 'key' | 'writtenAt' | 'call'> & {
  key?: string | undefined;
};

export function newEntry<Each extends Call>(call: Each, { key, ...entry }: NewEntry<Each>): EntryOf<Each> {
  const unique = key ?? `${entry.uid} ${entry.about} ${crypto.getRandomValues(new Uint32Array(2)).join('')}`;
  return { format: entryFormat, key: unique, writtenAt: timeOfWriting(), call, ...entry } as unknown as EntryOf<Each>;
}

/** Stores an entry, to be sent after what waits about the same. @throws where the browser keeps nothing */
export async function saveEntry(entry: Entry): Promise<void> {
  await putEntry(entry);
  await tellOutbox(entry.uid);
}

export type Options = {
  decides?: string[];
  /** A refused entry about something else, whose words this one took over. It is dropped when this one was sent or waits. */
  instead?: Entry | undefined;
  picture?: Entry | undefined;
  send?: (entry: Entry) => Promise<unknown>;
  mayWait?: (error: unknown) => boolean;
  staysRefused?: (error: FunctionError) => boolean;
};

/** Stores the entry on this device, then sends it. @returns the answer; undefined when it waits @throws why it was refused, or not sent */
export async function saveAndSend(entry: Entry, options: Options = {}): Promise<unknown> {
  const { decides, instead, picture, send = deliver, mayWait = canWait, staysRefused } = options;
  const lock = entry.file ? withLock : withLockIfFree;
  const dropInstead = async () => instead && instead.key !== entry.key && dropEntry(instead).catch(logOnly('It stays'));
  return lock(lockOf(entry), async () => {
    const stored = await putEntry({ ...entry, tried: navigator.onLine || undefined }, decides).catch(
      logOnly('It is only sent'),
    );
    try {
      if (stored && picture) await putEntry(picture);
      if (stored?.hasEarlier || stored?.isUndoing) {
        await dropInstead();
        return undefined;
      }
      mustBe(entry.uid);
      const answer = await send(entry);
      await dropInstead();
      if (stored) await finish(entry, answer).catch(logOnly('What is saved waits'));
      showDelivered(entry, answer);
      if (isOf(itemCalls, entry)) queryClient.invalidateQueries({ ...itemsQuery, exact: true });
      return answer;
    } catch (error) {
      if (stored && mayWait(error)) {
        await dropInstead();
        return undefined;
      }
      if (stored) await refuse(error).catch(logOnly('What was refused waits'));
      throw error;
    } finally {
      if (stored) await tellOutbox(entry.uid);
    }
    async function refuse(error: unknown) {
      const stays = stored?.isDecision || (error instanceof FunctionError && staysRefused?.(error));
      if (stays && error instanceof FunctionError && isFinal(error.code)) {
        await reviseEntry(entry, { refusal: error.code, now: presentValues(error) });
        await dropInstead();
        return;
      }
      await dropEntry(entry);
      const isOther = (each: Entry) =>
        !entry.file || (each.input as { key?: string }).key !== (entry.input as { key?: string }).key;
      for (const each of stored?.replaced ?? []) if (isOther(each)) await putEntry(each);
      if (isOf(itemCalls, entry)) {
        queryClient.invalidateQueries(itemQuery(entry.about));
        queryClient.invalidateQueries(itemStatesQuery(entry.about));
      }
    }
  });
}

export async function finish(entry: Entry, answer: unknown): Promise<void> {
  const item = isOf(newItemCalls, entry) ? (answer as ItemSummary | undefined) : undefined;
  await dropSent(entry, item);
  if (entry.call === 'deleteItem')
    await dropEntries(entry.uid, ({ about, writtenAt }) => about === entry.about && writtenAt < entry.writtenAt);
}
