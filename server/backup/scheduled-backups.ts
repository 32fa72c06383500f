import { fork } from 'node:child_process';
import { readdir, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { howItEnded } from '../how-it-ended.ts';
import { makeFolder } from '../make-folder.ts';
import type { BackupWork } from './backup-process.ts';
import type { BackupEnd } from './write-backup.ts';

export type ScheduledBackups = {
  /** Of the day, in UTC. */
  hour: number;
  /**
   * Writes a backup of now and deletes the oldest, and before what killed ones left an hour ago.
   * @param ended as `writeBackup` has it
   * @returns its bytes
   */
  make(ended: (end: BackupEnd) => Promise<void>): Promise<number>;
  /** What killed ones left an hour ago. */
  deleteAbandoned(): Promise<void>;
};

const program = fileURLToPath(new URL(`./backup-process${extname(import.meta.url)}`, import.meta.url));
const ours = /^handback-[\dTZ-]+\.age$/;
const oursInPart = /^handback-[\dTZ-]+\.age\.part$/;
/** A younger one may be in progress: another server may share the folder. */
const abandonedMs = 60 * 60_000;

/** Backups in a folder, made by a process of its own: reading the passphrase takes a second in which a server could not answer. */
export function scheduledBackups(
  { folder, hour, keep }: { folder: string; hour: number; keep: number },
  work: Omit<BackupWork, 'path'>,
): ScheduledBackups {
  return {
    hour,
    deleteAbandoned: () => deleteAbandoned(folder),
    async make(ended) {
      await makeFolder(folder, 0o700);
      await deleteAbandoned(folder);
      const path = join(folder, `handback-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.age`);
      using backup = runBackup({ ...work, path });
      const made = backup.bytes.then(
        async (bytes) => {
          await deleteOld(folder, keep);
          return bytes;
        },
        async (error) => {
          await rm(`${path}.part`, { force: true });
          throw error;
        },
      );
      await ended(
        await made.then(
          (bytes) => ({ bytes }),
          (error) => ({ error }),
        ),
      );
      return await made;
    },
  };
}

function runBackup(work: BackupWork) {
  const child = fork(program, { serialization: 'advanced', execArgv: [] });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.once('message', (answer: { bytes: number } | { error: string }) =>
    'error' in answer ? reject(new Error(answer.error)) : resolve(answer.bytes),
  );
  child.once('error', reject);
  child.once('exit', (code, signal) =>
    reject(new Error(`The process that writes the backup ended (${howItEnded(code, signal)}).`)),
  );
  child.send(work);
  return {
    bytes: promise,
    [Symbol.dispose]: () => child.connected && child.disconnect(),
  };
}

async function deleteOld(folder: string, keep: number): Promise<void> {
  const names = (await readdir(folder)).sort();
  const old = names.filter((name) => ours.test(name)).slice(0, -keep);
  for (const name of old) await rm(join(folder, name), { force: true });
}

/** A disk that they fill has no room for the next. */
async function deleteAbandoned(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const path of names.filter((name) => oursInPart.test(name)).map((name) => join(folder, name))) {
    const changedAt = (await stat(path).catch(() => undefined))?.mtimeMs ?? Number.NaN;
    if (Date.now() - changedAt > abandonedMs) await rm(path, { force: true });
  }
}
