import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { OperatorError } from '../../operator-error.ts';

const heldByAnother = 75;

/** Locks a file; undefined when another holds it. The lock ends with the last process that inherited the file, so it is never stale. */
export async function takeLock(path: string, patience: number): Promise<number | undefined> {
  // A FileHandle would be closed by the garbage collector, with the lock.
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
