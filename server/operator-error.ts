/** An error that the operator can mend. The message says how, and is printed without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

export function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return String(error instanceof Error ? (error.stack ?? error) : error);
}

export function howItEnded(code: number | null, signal: NodeJS.Signals | null): string {
  return signal ? `signal ${signal}` : `code ${code}`;
}
