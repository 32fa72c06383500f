/** Of a process, in words for the operator. */
export function howItEnded(code: number | null, signal: NodeJS.Signals | null): string {
  return signal ? `signal ${signal}` : `code ${code}`;
}
