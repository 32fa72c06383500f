import { destination } from 'pino';

const mostWaiting = 1_000_000;

/** Writes lines to a file descriptor. What cannot be written waits for the next line, up to a megabyte. */
export function lineOutput(fd: number) {
  const output = destination({ fd, sync: true, maxLength: mostWaiting });
  // A log that throws would break the work that it tells of.
  output.on('error', () => undefined);
  return output;
}
