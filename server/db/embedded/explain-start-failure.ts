import { statfsSync } from 'node:fs';
import { isDiskFull } from '../../disk-full.ts';
import { findBrokenLink } from '../../folder-links.ts';
import { OperatorError } from '../../operator-error.ts';

const noFolder = /^(ENOENT|EEXIST|ENOTDIR|ELOOP)$/;
const journalBytes = 16 * 1024 * 1024;

export function explainSystemError(error: unknown, dataDir: string): unknown {
  if (!isSystemError(error)) return error;
  if (error.syscall?.startsWith('spawn')) {
    return new OperatorError(
      `The embedded database cannot run the program "${error.path}" (${error.code}), which is part of util-linux: ` +
        'install it, or set DATABASE_URL.',
    );
  }
  if (isDiskFull(error)) return new OperatorError(diskFull(dataDir));
  const link = noFolder.test(String(error.code)) ? findBrokenLink(dataDir) : undefined;
  if (link) {
    const [leadsTo, advice] = link.isFile ? ['a file', 'Correct'] : ['no folder', 'Make that folder, correct'];
    return new OperatorError(
      `${link.path} is a link to ${link.target}, where there is ${leadsTo}. ` +
        `${advice} the link, or set DATA_DIR to another folder.`,
    );
  }
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

/** Explains a failed PostgreSQL program by its log. A full disk comes first: PostgreSQL then reports damaged data. */
export function programFailure(what: string, lastLines: string, dataDir: string): OperatorError {
  if (/No space left on device|Check free disk space/.test(lastLines) || isFull(dataDir)) {
    return new OperatorError(diskFull(dataDir));
  }
  return new OperatorError(`${what}.\nIts last words were:\n${lastLines}`);
}

/** Explains why the started database cannot be used. Other names of role or database mean that somebody else made it. */
export function explainForeignDatabase(error: unknown, dataDir: string): unknown {
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

/** The log may lack the reason: it is on the same disk. */
function isFull(dataDir: string): boolean {
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize < journalBytes;
}

function diskFull(dataDir: string): string {
  return `The disk that holds the data folder ${dataDir} is full. Make room, then start Handback again.`;
}
