import { FunctionError, type FunctionErrorCode, isUnreachable, reasonOf } from '../data/function-error.ts';
import type { Entry } from './entry.ts';

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

/** @returns undefined when sending it again may succeed */
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
