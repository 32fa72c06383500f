import { type DestinationStream, type Logger, pino } from 'pino';
import { lineOutput } from './line-output.ts';
import { moreOpenFiles } from './open-files.ts';

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
  const { code } = error as NodeJS.ErrnoException;
  const advice = adviceOn[code ?? ''];
  return { name, code, message, ...(advice && { advice }), stack };
}

const adviceOn: Record<string, string> = {
  EMFILE: `This process has as many files and connections open as it may. ${moreOpenFiles}`,
  ENFILE: 'This machine has as many files open as it may. Raise fs.file-max: sysctl fs.file-max shows it.',
};
