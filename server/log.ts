import { destination, type Logger, pino } from 'pino';

export type Log = Logger;

/** Structured log on standard error: one JSON object a line. Callers give ids and counts, never personal data or secrets. */
export function createLog(level: string): Log {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, errorKey: 'error' }, destination(2));
}
