import { type DestinationStream, destination, type Logger, pino } from 'pino';

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

export const moreOpenFiles =
  'Allow more: ulimit -n 65536 before the start, LimitNOFILE=65536 in a unit of systemd, --ulimit nofile=65536 with Docker.';

const adviceOn: Record<string, string> = {
  EMFILE: `This process has as many files and connections open as it may. ${moreOpenFiles}`,
  ENFILE: 'This machine has as many files open as it may. Raise fs.file-max: sysctl fs.file-max shows it.',
};

const mostWaiting = 1_000_000;

/** Writes lines to a file descriptor. What cannot be written waits for the next line, up to a megabyte. */
function lineOutput(fd: number) {
  const output = destination({ fd, sync: true, maxLength: mostWaiting });
  // A log that throws would break the work that it tells of.
  output.on('error', () => undefined);
  return output;
}

const output = lineOutput(1);

/** For the person at the console; programs read the log. */
export function say(line: string): void {
  output.write(`${line}\n`);
}
