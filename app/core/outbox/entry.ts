import type { Fields } from '../../../domain/conflicts/contract/fields.ts';
import type { FactChange } from '../../../domain/items/contract/facts.ts';
import type { ItemState } from '../../../domain/items/contract/item-state.ts';
import type { Loss } from '../../../domain/items/contract/loss.ts';
import type { ItemDetails, NewItem } from '../../../domain/items/contract/schema.ts';
import type { AnyReply } from '../../../domain/messages/contract/ready-replies.ts';
import type { Meeting } from '../../../domain/messages/contract/schema.ts';
import type { WaitingClaim } from '../session/waiting.ts';
import type { RefusalCode } from './refusals.ts';

export type Said = { text: string; reply?: AnyReply | undefined; meeting?: Meeting | undefined };

type ById = { id: string };
type Reply = { conversationId: string; key: string };
type ToldLoss = ById & Loss;

type Inputs = {
  /** `upTo`: id of the last message that was shown to whoever answered. */
  replyToFinder: Reply & Said & { upTo?: string | undefined };
  markReturnedByFinder: Reply & Said;
  undoReturnedByFinder: Reply & Said;
  archiveConversation: ById & { upTo: string };
  unarchiveConversation: ById;
  muteConversation: ById;
  unmuteConversation: ById;
  addItem: NewItem & { key: string };
  activateTag: WaitingClaim & NewItem & { key: string };
  activateTagOnItem: WaitingClaim & { itemId: string };
  updateItem: ById & Partial<ItemDetails> & { facts?: FactChange; from?: Fields };
  markItemLost: ToldLoss;
  markItemStolen: ToldLoss;
  markItemReturned: ById & { lostAt?: string };
  updateLoss: ToldLoss & { from?: Fields };
  archiveItem: ById & { state?: ItemState };
  unarchiveItem: ById;
  deleteItem: ById & { state?: ItemState };
  undeleteItem: ById;
  setPicture: { itemId: string; key: string };
  addReceipt: { itemId: string; key: string; name: string };
};

export type Call = keyof Inputs;

/** This release also reads what the release before stored, which had no number. */
export const entryFormat = 2;

type Waiting = {
  format: typeof entryFormat;
  /** The account that wrote it. It is sent only while this account is signed in. */
  uid: string;
  key: string;
  /** Id of the conversation or item; of a new item, its key. A failure holds up what follows about the same. */
  about: string;
  name?: string | undefined;
  /** A later entry of the same slot takes the place of one that was never sent. */
  slot?: string | undefined;
  /** ISO 8601. */
  writtenAt: string;
  file?: Blob | undefined;
  after?: string | undefined;
  delay?: 'network' | 'server' | undefined;
  refusal?: RefusalCode | undefined;
  /** Present values on the server, after a conflict. */
  now?: Fields | undefined;
  /** The server may have it, though no answer came. */
  tried?: boolean | undefined;
  /** A new item that its author discarded. The server may have it, and is to delete it. */
  undone?: boolean | undefined;
};

type Entries = { [Each in Call]: Waiting & { call: Each; input: Inputs[Each] } };
export type Entry = Entries[Call];
export type EntryOf<Each extends Call> = Entries[Each];

export const replyCalls = ['replyToFinder', 'markReturnedByFinder', 'undoReturnedByFinder'] as const;
export const switchCalls = [
  'archiveConversation',
  'unarchiveConversation',
  'muteConversation',
  'unmuteConversation',
] as const;
export const newItemCalls = ['addItem', 'activateTag', 'activateTagOnItem'] as const;
export const stateCalls = ['markItemLost', 'markItemStolen', 'markItemReturned'] as const;
export const itemCalls = [
  'updateItem',
  ...stateCalls,
  'updateLoss',
  'archiveItem',
  'unarchiveItem',
  'deleteItem',
  'undeleteItem',
] as const;
const fileCalls = ['setPicture', 'addReceipt'] as const;

export type ReplyEntry = EntryOf<(typeof replyCalls)[number]>;
export type NewItemEntry = EntryOf<(typeof newItemCalls)[number]>;
export type ItemEntry = EntryOf<(typeof itemCalls)[number]>;
export type FileEntry = EntryOf<(typeof fileCalls)[number]> & { file: Blob };

const allCalls: readonly string[] = [...replyCalls, ...switchCalls, ...newItemCalls, ...itemCalls, ...fileCalls];

export const opposites: Partial<Record<Call, Call>> = {
  archiveConversation: 'unarchiveConversation',
  unarchiveConversation: 'archiveConversation',
  muteConversation: 'unmuteConversation',
  unmuteConversation: 'muteConversation',
  archiveItem: 'unarchiveItem',
  unarchiveItem: 'archiveItem',
  deleteItem: 'undeleteItem',
  undeleteItem: 'deleteItem',
};

let lastTime = 0;

/** Later than that of any other entry of this page: they are sent in this order. */
export function timeOfWriting(): string {
  lastTime = Math.max(Date.now(), lastTime + 1);
  return new Date(lastTime).toISOString();
}

/** Whether this release can send it. A later one may have stored it, before the operator went back. */
export function isKnown({ format, call }: Entry): boolean {
  return format === entryFormat && allCalls.includes(call);
}

export function isOf<Each extends Call>(calls: readonly Each[], entry: Entry): entry is EntryOf<Each> {
  return calls.some((each) => each === entry.call);
}

export function fieldsOf({ input }: Entry): Fields {
  const { id: _, from: __, facts, ...fields } = input as Fields & { facts?: Fields };
  return { ...fields, ...facts };
}

export function withFields<Input extends object>(input: Input, fields: Fields, keep: (name: string) => boolean): Input {
  const { facts, ...rest } = input as Fields & { facts?: Fields };
  const only = (all: Fields) =>
    Object.fromEntries(
      Object.entries(all)
        .filter(([name]) => name === 'id' || name === 'from' || keep(name))
        .map(([name, value]) => [name, name in fields ? fields[name] : value]),
    );
  return { ...only(rest), ...(facts && { facts: only(facts) }) } as Input;
}
