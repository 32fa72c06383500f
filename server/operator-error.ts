/** Something that the operator can mend; the message says what to do, and is printed without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** What to print about an error that ends the process: words for the operator, or the stack when it is a fault of ours. */
export function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return String(error instanceof Error ? (error.stack ?? error) : error);
}
