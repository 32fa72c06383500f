import { FunctionError, type FunctionErrorCode } from '../data/function-error.ts';

/** Sending the same again would be refused again; after any other failure it may succeed. */
const finalCodes = [
  'invalid-argument',
  'not-found',
  'permission-denied',
  'aborted',
  'unimplemented',
] as const satisfies FunctionErrorCode[];

type FinalCode = (typeof finalCodes)[number];
export type RefusalCode = FinalCode | 'too-old';

export function canWait(error: unknown): boolean {
  return error instanceof FunctionError && !isFinal(error.code);
}

export function isFinal(code: FunctionErrorCode): code is FinalCode {
  return finalCodes.some((each) => each === code);
}
