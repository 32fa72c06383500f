import { fork } from 'node:child_process';
import { readdir, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../make-folder.ts';
import type { BackupWork } from './backup-process.ts';
import type { BackupEnd } from './write-backup.ts';

export type ScheduledBackups = {
  /** Of the day, in UTC. */
  hour: number;
  /**
   * Writes a backup of now and deletes the oldest, and before what killed ones left.
   * @param ended as `writeBackup` has it
   * @returns its bytes
   */
  make(ended: (end: BackupEnd) => Promise<void>): Promise<number>;
};

const program = fileURLToPath(new URL(`./backup-process${extname(import.meta.url)}`, import.meta.url));
const ours = /^handback-[\dTZ-]+\.age$/;
/** One that is being written changes all the time. */
const abandonedMs = 60 * 60_000;

/** Backups in a folder, made by a process of its own: reading the passphrase takes a second in which a server could not answer. */
export function scheduledBackups(
  { folder, hour, keep }: { folder: string; hour: number; keep: number },
  work: Omit<BackupWork, 'path'>,
): ScheduledBackups {
  return {
    hour,
    async make(ended) {
      await makeFolder(folder, 0o700);
      await deleteAbandoned(folder);
      const path = join(folder, `handback-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.age`);
      using backup = runBackup({ ...work, path });
      const made = backup.bytes.then(async (bytes) => {
        await deleteOld(folder, keep);
        return bytes;
      });
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
  child.once('exit', () => reject(new Error('The process that writes the backup ended.')));
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

/** Before the next backup, which may be killed too: a disk that they fill has no room for any. */
async function deleteAbandoned(folder: string): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((each) => ours.test(each.replace(/\.part$/, '')) && each.endsWith('.part'))) {
    const { mtimeMs } = await stat(join(folder, name));
    if (Date.now() - mtimeMs > abandonedMs) await rm(join(folder, name), { force: true });
  }
}
