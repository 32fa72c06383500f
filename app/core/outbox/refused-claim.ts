import { FunctionError, reasonOf } from '../data/function-error.ts';

export function isClaimRefused(
  error: unknown,
  reasons: ('wrong-code' | 'tag-taken')[] = ['wrong-code', 'tag-taken'],
): error is FunctionError {
  return error instanceof FunctionError && reasons.some((reason) => reason === reasonOf(error));
}
