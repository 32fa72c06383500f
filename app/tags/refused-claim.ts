import { FunctionError, reasonOf } from '../data/function-error.ts';

/** Whether this says that the tag can never be activated with these codes: somebody has it, or they are wrong. */
export function isClaimRefused(
  error: unknown,
  reasons: ('wrong-code' | 'tag-taken')[] = ['wrong-code', 'tag-taken'],
): error is FunctionError {
  return error instanceof FunctionError && reasons.some((reason) => reason === reasonOf(error));
}
