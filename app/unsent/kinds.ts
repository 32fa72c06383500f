import type { ItemFacts } from '../../domain/items/contract/facts.ts';
import type { ItemDetails, NewItem } from '../../domain/items/contract/schema.ts';
import type { SeenItem } from '../../domain/items/contract/seen-item.ts';
import type { AnyReply } from '../../domain/messages/contract/ready-replies.ts';
import type { Meeting } from '../../domain/messages/contract/schema.ts';
import type { StateChange } from '../offline/enter-state.ts';
import type { Claim } from '../tags/waiting-claim.ts';
import type { RefusalCode } from './refusals.ts';

export type Unsent = UnsentReply | UnsentSwitches | UnsentItem | UnsentChange | UnsentPicture | UnsentReceipt;

export type Waiting = {
  /** The account that wrote it. It is sent only while this account is signed in. */
  uid: string;
  key: string;
  /** ISO 8601. */
  writtenAt: string;
  delay?: 'network' | 'server' | undefined;
  /** Why the server refused it. It is not sent again until its author decides. */
  refusal?: RefusalCode | undefined;
};

/** Typed words, a ready reply, or a meeting place. */
export type SaidInReply = { text: string; reply?: AnyReply | undefined; meeting?: Meeting | undefined };

export type Reply = SaidInReply & {
  conversationId: string;
  key: string;
  /** Id of the last message that was shown to whoever answered. */
  upTo?: string | undefined;
};

export type UnsentReply = Waiting & Reply & { kind: 'reply' };

export type Switches = { archived?: boolean | undefined; muted?: boolean | undefined };

export type ChangedSwitches = Switches & {
  conversationId: string;
  /** Id of the last message that was shown to whoever archived. */
  upTo?: string | undefined;
};

/** One for each conversation. */
export type UnsentSwitches = Waiting &
  ChangedSwitches & {
    kind: 'switches';
    /** The server may have it, though no answer came. */
    tried?: boolean | undefined;
  };

/** A new item. Its key makes it one, however often it is sent. Or a tag that is activated for an item: one for each tag. */
export type UnsentItem = Waiting & {
  kind: 'item';
  sendingKey: string;
  claim?: Claim | undefined;
  /** The item in the list that the tag is put on; `details` are its own. */
  onItem?: string | undefined;
  details: NewItem;
  picture?: Blob | undefined;
  /** The server may have it, though no answer came. */
  tried?: boolean | undefined;
  /** The server may have it, and is to delete it. */
  undone?: boolean | undefined;
};

export type SaidOfItem = {
  details: Partial<ItemDetails>;
  facts?: ItemFacts | undefined;
  change?: StateChange | undefined;
};

/** One for each item, and another one for what was refused before; `name` is the item’s, to be shown. */
export type UnsentChange = Waiting &
  SaidOfItem & {
    kind: 'change';
    itemId: string;
    name: string;
    /** As earlier releases stored a change of state. */
    lost?: boolean | undefined;
    archived?: boolean | undefined;
    /** False undoes a deletion. */
    deleted?: boolean | undefined;
    /** The item before the first of the changes: what changed elsewhere since then is not overwritten. */
    seen?: SeenItem | undefined;
    /** The server may have it, though no answer came. */
    tried?: SaidOfItem[] | undefined;
  };

/** One for each item; `name` is the item’s. */
export type UnsentPicture = Waiting & {
  kind: 'picture';
  itemId: string;
  name: string;
  sendingKey: string;
  file: Blob;
};

/** `name` is the item’s. */
export type UnsentReceipt = Waiting & {
  kind: 'receipt';
  itemId: string;
  name: string;
  fileName: string;
  sendingKey: string;
  file: Blob;
};
