import type { PlainKey } from '../../../language/create-translations.ts';
import { FunctionError, type FunctionErrorCode, isUnreachable, reasonOf } from '../data/call-function.ts';
import { t } from '../document/app-translations.ts';
import { type Call, type Entry, isKnown, replyCalls, switchCalls } from './entry.ts';

/** Sending the same again would be refused again; after any other failure it may succeed. */
const finalCodes = [
  'invalid-argument',
  'not-found',
  'permission-denied',
  'aborted',
  'unimplemented',
] as const satisfies FunctionErrorCode[];

type FinalCode = (typeof finalCodes)[number];
/** `no-item`: the item in the list that a tag was to be put on is gone. */
export type RefusalCode = FinalCode | 'too-old' | 'no-item';

export function refusalOf({ call }: Entry, error: FunctionError): RefusalCode | undefined {
  if (call === 'activateTagOnItem' && reasonOf(error) === 'no-item') return 'no-item';
  return !isUnreachable(error) && isFinal(error.code) ? error.code : undefined;
}

export function canWait(error: unknown): boolean {
  return error instanceof FunctionError && (isUnreachable(error) || !isFinal(error.code));
}

export function isFinal(code: FunctionErrorCode): code is FinalCode {
  return finalCodes.some((each) => each === code);
}

export function isClaimRefused(
  error: unknown,
  reasons: ('wrong-code' | 'tag-taken')[] = ['wrong-code', 'tag-taken'],
): error is FunctionError {
  return error instanceof FunctionError && reasons.some((reason) => reason === reasonOf(error));
}

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
  ...Object.fromEntries([...replyCalls, ...switchCalls].map((call) => [call, ofConversation])),
  undoReturnedByFinder: { ...ofConversation, aborted: 'refused.notReturned' },
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
