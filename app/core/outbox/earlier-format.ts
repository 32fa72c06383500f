import type { Fields } from '../../../domain/conflicts/contract/fields.ts';
import { type ItemState, isMissing } from '../../../domain/items/contract/item-state.ts';
import type { Loss } from '../../../domain/items/contract/loss.ts';
import type { NewItem } from '../../../domain/items/contract/schema.ts';
import type { WaitingClaim } from '../session/waiting.ts';
import { type Entry, entryFormat, type Said } from './entry.ts';

/** As the release before stored what waits: one entry for each item with all changes of it. */
export type EarlierEntry = Pick<Entry, 'uid' | 'key' | 'writtenAt' | 'delay' | 'refusal'> &
  (
    | ({ kind: 'reply'; conversationId: string; upTo?: string } & Said)
    | { kind: 'switches'; conversationId: string; archived?: boolean; muted?: boolean; upTo?: string; tried?: boolean }
    | NewItemBefore
    | ChangeBefore
    | { kind: 'picture'; itemId: string; name: string; sendingKey: string; file: Blob }
    | { kind: 'receipt'; itemId: string; name: string; sendingKey: string; fileName: string; file: Blob }
  );

type NewItemBefore = {
  kind: 'item';
  sendingKey: string;
  claim?: WaitingClaim;
  onItem?: string;
  details: NewItem;
  picture?: Blob;
  tried?: boolean;
  undone?: boolean;
};

type ChangeBefore = {
  kind: 'change';
  itemId: string;
  name: string;
  details: Fields;
  facts?: Fields;
  change?: { state: 'lost' | 'stolen' | 'returned' } & Loss;
  lost?: boolean;
  archived?: boolean;
  deleted?: boolean;
  seen?: Fields & { facts: Fields; state: ItemState; loss?: Loss };
  tried?: unknown[];
};

export function fromEarlier(earlier: EarlierEntry): Entry[] {
  const { uid, key, writtenAt, delay, refusal } = earlier;
  const common = { format: entryFormat, uid, delay, refusal };
  const of = (each: object, index: number) => ({ ...common, ...timeAndKey(index), ...each }) as Entry;
  const timeAndKey = (index: number) => ({
    key: index ? `${key} ${index}` : key,
    writtenAt: new Date(Date.parse(writtenAt) + index).toISOString(),
  });
  return [...callsOf(earlier)].map(of);
}

function* callsOf(earlier: EarlierEntry): Generator<object> {
  if (earlier.kind === 'reply') {
    const { conversationId, key, text, reply, meeting, upTo } = earlier;
    const call =
      reply === 'returned'
        ? 'markReturnedByFinder'
        : reply === 'not-returned'
          ? 'undoReturnedByFinder'
          : 'replyToFinder';
    yield { call, about: conversationId, input: { conversationId, key, text, reply, meeting, upTo } };
  } else if (earlier.kind === 'switches') {
    const { conversationId: id, archived, muted, upTo = '', tried } = earlier;
    if (archived !== undefined)
      yield archived
        ? { call: 'archiveConversation', about: id, slot: 'archived', tried, input: { id, upTo } }
        : { call: 'unarchiveConversation', about: id, slot: 'archived', tried, input: { id } };
    if (muted !== undefined)
      yield { call: muted ? 'muteConversation' : 'unmuteConversation', about: id, slot: 'muted', tried, input: { id } };
  } else if (earlier.kind === 'item') yield* callsOfNewItem(earlier, earlier.key);
  else if (earlier.kind === 'change') yield* callsOfChange(earlier);
  else {
    const { itemId, name, sendingKey: key, file } = earlier;
    yield earlier.kind === 'picture'
      ? { call: 'setPicture', about: itemId, slot: 'picture', name, file, input: { itemId, key } }
      : { call: 'addReceipt', about: itemId, name, file, input: { itemId, key, name: earlier.fileName } };
  }
}

function* callsOfNewItem({ sendingKey, claim, onItem, details, picture, tried, undone }: NewItemBefore, about: string) {
  const { name } = details;
  const calls = {
    addItem: { ...details, key: sendingKey },
    activateTag: { ...claim, ...details, key: sendingKey },
    activateTagOnItem: { ...claim, itemId: onItem },
  };
  const call = onItem ? 'activateTagOnItem' : claim ? 'activateTag' : 'addItem';
  yield { call, about, name, tried, undone, input: calls[call] };
  if (picture) {
    const input = { itemId: '', key: sendingKey };
    yield { call: 'setPicture', about, after: about, slot: 'picture', name, file: picture, refusal: undefined, input };
  }
}

function* callsOfChange(earlier: ChangeBefore) {
  const { itemId: id, name, details, facts, lost, archived, deleted, seen, tried } = earlier;
  const change =
    earlier.change ?? (lost === undefined ? undefined : { state: lost ? ('lost' as const) : ('returned' as const) });
  const entry = (call: Entry['call'], input: object, slot?: string) => ({
    call,
    about: id,
    name,
    slot,
    tried: Boolean(tried?.length),
    input: { id, ...input },
  });
  if (deleted) yield entry('deleteItem', { state: seen?.state });
  if (deleted === false) yield entry('undeleteItem', {});
  if (deleted) return;
  if (change) {
    const { state, ...words } = change;
    const isKnown = isMissing(state) && seen !== undefined && isMissing(seen.state);
    if (!isKnown || state !== seen.state) {
      const mark = { lost: 'markItemLost', stolen: 'markItemStolen', returned: 'markItemReturned' } as const;
      yield entry(mark[state], isKnown || state === 'returned' ? {} : words, 'state');
    }
    if (isKnown && Object.keys(words).length > 0)
      yield entry('updateLoss', { ...words, from: loadedOf(words, seen.loss ?? {}) });
  }
  if (archived !== undefined) yield entry(archived ? 'archiveItem' : 'unarchiveItem', {}, 'archived');
  const fields = { ...details, ...facts };
  if (Object.keys(fields).length > 0) {
    const from = seen && loadedOf(fields, { ...seen, ...seen.facts });
    yield entry('updateItem', { ...details, ...(facts && { facts }), ...(from && { from }) });
  }
}

function loadedOf(wanted: object, loaded: object): Fields {
  const before = new Map<string, unknown>(Object.entries(loaded));
  return Object.fromEntries(Object.keys(wanted).map((name) => [name, before.get(name) ?? null]));
}
