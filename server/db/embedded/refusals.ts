import { existsSync, statfsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findBrokenLink, isDiskFull } from '../../files/folders.ts';
import type { Log } from '../../log.ts';
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

/** Notes in the data folder that its database has moved: what is started on it without DATABASE_URL would go on with old rows. */
export async function markMoved(dataDir: string, databaseUrl: string): Promise<void> {
  await writeFile(markIn(dataDir), `${addressOf(databaseUrl)}\n`, { mode: 0o600, flush: true });
}

export async function unmarkMoved(dataDir: string): Promise<void> {
  await rm(markIn(dataDir), { force: true });
}

/** @throws OperatorError */
export async function refuseMoved(dataDir: string): Promise<void> {
  if (!existsSync(markIn(dataDir))) return;
  const address = (await readFile(markIn(dataDir), 'utf8')).trim();
  throw new OperatorError(
    `The database in ${dataDir} was moved to ${address}. Set DATABASE_URL to it, with its user and password. ` +
      `To go back to the database in ${dataDir}, without what was stored since it was moved, delete ${markIn(dataDir)}.`,
  );
}

/** Notes in a data folder without a database of its own that it belongs to an external one. A folder that is not there notes nothing. */
export async function noteExternal(dataDir: string, databaseUrl: string, log: Log): Promise<void> {
  if (!existsSync(dataDir) || existsSync(join(dataDir, 'postgres'))) return;
  const note = noteIn(dataDir);
  const text = `${addressOf(databaseUrl)}\n`;
  try {
    if (existsSync(note) && (await readFile(note, 'utf8')) === text) return;
    await writeFile(note, text, { mode: 0o600, flush: true });
  } catch (error) {
    log.warn({ error }, 'could not note in the data folder that the database is external');
  }
}

/** A start that lost DATABASE_URL would begin with an empty database. @throws OperatorError */
export async function refuseExternal(dataDir: string): Promise<void> {
  const note = noteIn(dataDir);
  if (!existsSync(note) || existsSync(join(dataDir, 'postgres'))) return;
  const address = (await readFile(note, 'utf8')).trim();
  throw new OperatorError(
    `Handback was started on ${dataDir} with the database at ${address}. Set DATABASE_URL to it, with its user and password. ` +
      `To begin here with a new, empty database, delete ${note}.`,
  );
}

const noteIn = (dataDir: string) => join(dataDir, 'database-external');
const markIn = (dataDir: string) => join(dataDir, 'database-moved');

function addressOf(databaseUrl: string): string {
  const { protocol, host, pathname } = new URL(databaseUrl);
  return `${protocol}//${host}${pathname}`;
}
