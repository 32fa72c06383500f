import { type DestinationStream, type Logger, pino } from 'pino';
import { lineOutput } from './line-output.ts';

export type Log = Logger;

/** Logs JSON lines, to standard error unless told otherwise. Callers pass ids and counts, never personal data or secrets. */
export function createLog(level: string, to: DestinationStream = lineOutput(2)): Log {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: describe },
  };
  return pino(options, to);
}

/** Only these properties: a database error also quotes the row. */
function describe(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  return { name, code: (error as NodeJS.ErrnoException).code, message, stack };
}
