import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { OperatorError } from '../../operator-error.ts';

const heldByAnother = 75;

/**
 * Takes an exclusive lock on a file, waiting for at most `patience` seconds, and returns the open file that holds it,
 * or undefined when another holder keeps it. flock(1) locks the open file that it is given, which outlives it: until
 * the last process that has inherited the file ends, kill -9 included, or closes it. So nothing stale can stay behind.
 */
export async function takeLock(path: string, patience: number): Promise<number | undefined> {
  // A number, not a FileHandle: a collected FileHandle would close the file, and with it the lock.
  const file = openSync(path, 'a', 0o600);
  const options = ['--exclusive', '--timeout', `${patience}`, '--conflict-exit-code', `${heldByAnother}`];
  try {
    const [code] = await once(
      spawn('flock', [...options, '3'], { stdio: ['ignore', 'ignore', 'ignore', file] }),
      'exit',
    );
    if (code === 0) return file;
    if (code !== heldByAnother) throw new OperatorError(`The file system of ${path} does not support locks (flock).`);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  closeSync(file);
  return undefined;
}
