import type { z } from 'zod';
import {
  changePassword,
  deleteAccount,
  getMailChoice,
  getUserProfile,
  keepAccount,
  keepAccountByToken,
  listSessions,
  setMailChoice,
  signOutElsewhere,
  updateUserProfile,
} from './accounts.ts';
import type { FunctionDefinition } from './define.ts';
import { answerOwner, readFoundConversation, reportFound } from './finder.ts';
import { addItem, deleteItem, getItem, listItems, markItemLost, markItemReturned, updateItem } from './items.ts';
import { readMailState } from './mail.ts';
import {
  blockConversation,
  countUnread,
  listConversations,
  markConversationRead,
  readConversation,
  replyToFinder,
  unblockConversation,
} from './messages.ts';
import { getMaintenance, setMaintenance } from './settings.ts';

/** Every function. docs/api.md is generated from this list. */
export const functions = [
  reportFound,
  readFoundConversation,
  answerOwner,
  listItems,
  getItem,
  addItem,
  updateItem,
  markItemLost,
  markItemReturned,
  deleteItem,
  listConversations,
  readConversation,
  markConversationRead,
  countUnread,
  replyToFinder,
  blockConversation,
  unblockConversation,
  getUserProfile,
  updateUserProfile,
  getMaintenance,
  setMaintenance,
  readMailState,
  changePassword,
  listSessions,
  signOutElsewhere,
  getMailChoice,
  setMailChoice,
  deleteAccount,
  keepAccount,
  keepAccountByToken,
] as const;

type Definitions = (typeof functions)[number];

export type FunctionName = Definitions['name'];
export type FunctionInput<Name extends FunctionName> = z.input<Extract<Definitions, { name: Name }>['input']>;
export type FunctionOutput<Name extends FunctionName> = z.output<Extract<Definitions, { name: Name }>['output']>;

const byName = new Map<string, FunctionDefinition>(
  functions.map((definition) => [definition.name, definition as unknown as FunctionDefinition]),
);

export function findFunction(name: string): FunctionDefinition | undefined {
  return byName.get(name);
}
