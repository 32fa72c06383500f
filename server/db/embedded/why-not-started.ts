import { statfsSync } from 'node:fs';
import { OperatorError } from '../../operator-error.ts';

/** PostgreSQL writes its journal in files of this size. */
const journalBytes = 16 * 1024 * 1024;

/**
 * Turns what the operating system refused into one sentence for the operator. Anything else comes back unchanged: it is
 * a fault of ours, and its stack is needed.
 */
export function inWords(error: unknown, dataDir: string): unknown {
  if (!isSystemError(error)) return error;
  if (error.syscall?.startsWith('spawn')) {
    return new OperatorError(
      `The embedded database cannot run the program "${error.path}" (${error.code}), which is part of util-linux: ` +
        'install it, or set DATABASE_URL.',
    );
  }
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') return new OperatorError(diskFull(dataDir));
  if (error.code === 'ENOTDIR' || error.code === 'EEXIST') {
    return new OperatorError(
      `DATA_DIR needs a folder, and ${error.path ?? dataDir} is a file. Set DATA_DIR to a folder.`,
    );
  }
  return new OperatorError(
    `The data folder ${dataDir} cannot be used (${error.message}). ` +
      'Make it writable for the account that runs Handback, or set DATA_DIR to another folder.',
  );
}

/**
 * The same for PostgreSQL's programs, which explain themselves only in their log. Where space is what is missing nothing else is
 * quoted: without space to recover in, PostgreSQL supposes that its data are damaged.
 */
export function failed(what: string, lastLines: string, dataDir: string): OperatorError {
  if (/No space left on device|Check free disk space/.test(lastLines) || isFull(dataDir)) {
    return new OperatorError(diskFull(dataDir));
  }
  return new OperatorError(`${what}. Its last words were:\n${lastLines}`);
}

/** Why the database that was started cannot be used. Role and database have other names only where somebody else made it. */
export function whyNotOurs(error: unknown, dataDir: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === '53100') return new OperatorError(diskFull(dataDir));
  if (code !== '28000' && code !== '3D000') return error;
  return new OperatorError(
    `The database in ${dataDir}/postgres was not made by Handback. Set DATA_DIR to another folder, or DATABASE_URL.`,
  );
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

/** PostgreSQL's log lies on the same disk, so it may not have had room to say so. */
function isFull(dataDir: string): boolean {
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize < journalBytes;
}

function diskFull(dataDir: string): string {
  return `The disk that holds the data folder ${dataDir} is full. Make room, then start Handback again.`;
}
