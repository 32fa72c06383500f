import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../../files/folders.ts';
import { OperatorError } from '../../operator-error.ts';

export const port = 5432;

const longestSocketPath = 107; // sun_path of unix(7), less its final zero byte
const patienceWithPredecessor = 10; // seconds

export type DataFolder = {
  path: string;
  cluster: string;
  socket: string;
  log: ServerLog;
  /** Inherited by every program that uses the cluster: no start begins while one lives. */
  lock: number;
  close(): Promise<void>;
};

export async function openDataFolder(path: string): Promise<DataFolder> {
  await makeFolder(path);
  const claim = await takeLock(join(path, 'handback.lock'), 0);
  if (claim === undefined) {
    throw new OperatorError(
      `Handback is already running on this data folder (${path}). Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  try {
    return await openClaimed(path, claim);
  } catch (error) {
    closeSync(claim);
    throw error;
  }
}

export function refusePostgresFolder(path: string): void {
  if (!existsSync(join(path, 'PG_VERSION'))) return;
  throw new OperatorError(
    `${path} is a database folder of PostgreSQL itself. Set DATA_DIR to another folder, or DATABASE_URL to that database.`,
  );
}

/** For commands that read what is there: a mistyped folder must not become a new database. */
export function requireDatabase(path: string): void {
  if (existsSync(clusterIn(path))) return;
  throw new OperatorError(`There is no database in ${path}. Set DATA_DIR to the folder of Handback.`);
}

function clusterIn(path: string): string {
  return join(path, 'postgres');
}

async function openClaimed(path: string, claim: number): Promise<DataFolder> {
  // The PostgreSQL of a killed app may still be shutting down.
  const lock = await takeLock(join(path, 'postgres.lock'), patienceWithPredecessor);
  if (lock === undefined) {
    throw new OperatorError(
      `The database in ${path} is still shutting down after an earlier run. Start Handback again soon.`,
    );
  }
  try {
    const log = openServerLog(join(path, 'postgres.log'));
    const socket = await makeSocketFolder(path);
    const close = async () => {
      await socket.remove();
      log.close();
      closeSync(lock);
      closeSync(claim);
    };
    return { path, cluster: clusterIn(path), socket: socket.path, log, lock, close };
  } catch (error) {
    closeSync(lock);
    throw error;
  }
}

/** Only the owner may enter: whoever does is superuser of the database. */
async function makeSocketFolder(path: string) {
  const near = join(path, 'postgres-socket');
  if (Buffer.byteLength(join(near, `.s.PGSQL.${port}`)) > longestSocketPath) {
    const far = await mkdtemp(join(tmpdir(), 'handback-'));
    return { path: far, remove: () => rm(far, { recursive: true, force: true }) };
  }
  await mkdir(near, { recursive: true, mode: 0o700 });
  await chmod(near, 0o700);
  return { path: near, remove: async () => {} };
}

const heldByAnother = 75;

/** Locks a file; undefined when another holds it. The lock ends with the last process that inherited the file, so it is never stale. */
async function takeLock(path: string, patience: number): Promise<number | undefined> {
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

const mostBytes = 5 * 1024 * 1024;
const tailBytes = 8 * 1024;
const tailLines = 10;

type ServerLog = {
  file: number;
  tail(): string;
  close(): void;
};

function openServerLog(path: string): ServerLog {
  const file = openSync(path, 'a+', 0o600);
  if (fstatSync(file).size > mostBytes) ftruncateSync(file);
  const start = fstatSync(file).size;
  return { file, tail: () => lastLines(file, start), close: () => closeSync(file) };
}

function lastLines(file: number, start: number): string {
  const end = fstatSync(file).size;
  const from = Math.max(start, end - tailBytes);
  const bytes = Buffer.alloc(end - from);
  const read = readSync(file, bytes, 0, bytes.length, from);
  return bytes.toString('utf8', 0, read).trimEnd().split('\n').slice(-tailLines).join('\n');
}
