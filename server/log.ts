import { destination, type Logger, pino } from 'pino';

export type Log = Logger;

/** Logs JSON lines to standard error. Callers pass ids and counts, never personal data or secrets. */
export function createLog(level: string): Log {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: describe },
  };
  return pino(options, destination(2));
}

/** Only these properties: a database error also quotes the row. */
function describe(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  return { name, code: (error as NodeJS.ErrnoException).code, message, stack };
}
