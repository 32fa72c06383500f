import type { PlainKey } from '../../../language/create-translations.ts';
import { t } from '../document/app-translations.ts';
import { type Call, type Entry, isKnown } from './entry.ts';
import type { RefusalCode } from './refusals.ts';

type Reasons = Partial<Record<RefusalCode, PlainKey>>;

const reasons = {
  'too-old': 'unsent.tooOld',
  'invalid-argument': 'unsent.notAccepted',
  'not-found': 'refused.noItem',
  'no-item': 'refused.noItem',
  'permission-denied': 'unsent.notAllowed',
  aborted: 'unsent.changedElsewhere',
  unimplemented: 'unsent.notSupported',
} as const satisfies Reasons;

const ofConversation: Reasons = { 'not-found': 'refused.noConversation', aborted: 'refused.conversationClosed' };
const ofTag: Reasons = { 'not-found': 'refused.wrongActivationCode', aborted: 'refused.tagTaken' };

const byCall: Partial<Record<Call, Reasons>> = {
  replyToFinder: ofConversation,
  markReturnedByFinder: ofConversation,
  undoReturnedByFinder: { ...ofConversation, aborted: 'refused.notReturned' },
  archiveConversation: ofConversation,
  unarchiveConversation: ofConversation,
  muteConversation: ofConversation,
  unmuteConversation: ofConversation,
  addItem: { 'not-found': 'refused.newItemGone' },
  activateTag: ofTag,
  activateTagOnItem: ofTag,
  markItemReturned: { aborted: 'changedElsewhere.missingAnew' },
  setPicture: { 'invalid-argument': 'unsent.pictureNotAccepted', aborted: 'unsent.pictureNotAccepted' },
  addReceipt: { 'invalid-argument': 'unsent.receiptNotAccepted', aborted: 'unsent.receiptNotAccepted' },
};

export function whyRefused(entry: Entry): string {
  if (!isKnown(entry)) return t('unsent.notSupported');
  const { call, input, refusal } = entry;
  if (!refusal) return '';
  const isOwnTag = (call === 'activateTag' || call === 'activateTagOnItem') && !input.activationCode;
  if (refusal === 'not-found' && isOwnTag) return t('refused.activationCodeNeeded');
  return t(byCall[call]?.[refusal] ?? reasons[refusal]);
}
