import { closeSync, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '../../operator-error.ts';
import { takeLock } from './lock.ts';
import { openServerLog, type ServerLog } from './server-log.ts';

export const port = 5432;

const longestSocketPath = 107; // sun_path of unix(7), less its final zero byte
const patienceWithPredecessor = 10; // seconds

export type DataFolder = {
  path: string;
  /** PostgreSQL's own folder; it may not exist yet. */
  cluster: string;
  socket: string;
  log: ServerLog;
  /** An open file that every program inherits which touches the cluster: while one of them lives, no start begins. */
  lock: number;
  close(): Promise<void>;
};

/**
 * Makes the data folder what it must be and claims it for this process until `close()`.
 * Throws OperatorError when another Handback runs on it.
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  await mkdir(path, { recursive: true });
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

/** Nothing of ours goes into a folder that PostgreSQL itself keeps its data in. Throws OperatorError. */
export function refusePostgresFolder(path: string): void {
  if (!existsSync(join(path, 'PG_VERSION'))) return;
  throw new OperatorError(
    `${path} is a database folder of PostgreSQL itself. Set DATA_DIR to another folder, or DATABASE_URL to that database.`,
  );
}

async function openClaimed(path: string, claim: number): Promise<DataFolder> {
  // Nobody else's app runs here, but the PostgreSQL of one that was killed may still be shutting down.
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
    return { path, cluster: join(path, 'postgres'), socket: socket.path, log, lock, close };
  } catch (error) {
    closeSync(lock);
    throw error;
  }
}

/** Whoever can enter this folder is the database's superuser: only its owner can. */
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
