/** Why the embedded database cannot start, in words meant for the operator: the message alone, without a stack. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}

/**
 * Turns what the operating system refused into one sentence for the operator. Anything else comes back unchanged: it is
 * a fault of ours, and its stack is needed.
 */
export function inWords(error: unknown, dataDir: string): unknown {
  if (!isSystemError(error)) return error;
  if (error.syscall?.startsWith('spawn')) {
    return new CannotStart(
      `The embedded database cannot run the program "${error.path}" (${error.code}), which is part of util-linux: ` +
        'install it, or set DATABASE_URL.',
    );
  }
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') return new CannotStart(diskFull(dataDir));
  return new CannotStart(
    `The data folder ${dataDir} cannot be used (${error.message}). ` +
      'Make it writable for the account that runs Handback, or set DATA_DIR to another folder.',
  );
}

/** The same for PostgreSQL's programs, which explain themselves only in their log. */
export function failed(what: string, lastLines: string, dataDir: string): CannotStart {
  const sentence = /No space left on device|Check free disk space/.test(lastLines)
    ? diskFull(dataDir)
    : `${what}. Its last words were:`;
  return new CannotStart(`${sentence}\n${lastLines}`);
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

function diskFull(dataDir: string): string {
  return `The disk that holds the data folder ${dataDir} is full. Make room, then start Handback again.`;
}
