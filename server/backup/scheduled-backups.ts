import { fork } from 'node:child_process';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../files/folders.ts';
import { howItEnded } from '../operator-error.ts';
import { deriveKeys, fingerprintOf, shortFingerprint } from '../secret.ts';
import type { BackupWork } from './backup-process.ts';
import type { BackupEnd } from './write-backup.ts';

export type ScheduledBackups = {
  /** Of the day, in UTC. */
  hour: number;
  /** Writes a backup of now and deletes the oldest. One with a foreign secret deletes none with the database's own. @returns bytes */
  make(ended: (end: BackupEnd) => Promise<void>): Promise<number>;
  deleteAbandoned(): Promise<void>;
};

const program = fileURLToPath(new URL(`./backup-process${extname(import.meta.url)}`, import.meta.url));
/** With the short fingerprint of the secret that it holds; an older release named none. */
const ours = /^handback-[\dTZ-]+(?:\.([\da-f]{8}))?\.age$/;
const oursInPart = /^handback-[\dTZ-]+(?:\.[\da-f]{8})?\.age\.part$/;
/** A younger one may be in progress: another server may share the folder. */
const abandonedMs = 60 * 60_000;

type Schedule = {
  folder: string;
  hour: number;
  keep: number;
  ownSecret: string;
};

/** Backups in a folder, made by a process of its own: reading the passphrase takes a second in which a server could not answer. */
export function scheduledBackups(
  { folder, hour, keep, ownSecret }: Schedule,
  work: Omit<BackupWork, 'path'>,
): ScheduledBackups {
  const mark = shortFingerprint(fingerprintOf(deriveKeys(work.secret)));
  return {
    hour,
    deleteAbandoned: () => deleteAbandoned(folder),
    async make(ended) {
      await makeFolder(folder, 0o700);
      await deleteAbandoned(folder);
      const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
      const path = join(folder, `handback-${time}Z.${mark}.age`);
      using backup = runBackup({ ...work, path });
      const made = backup.bytes.then(
        async (bytes) => {
          await deleteOld({ folder, keep, ownMark: shortFingerprint(ownSecret), newest: basename(path) });
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

type Deleting = { folder: string; keep: number; ownMark: string; newest: string };

/** Of those with the database's own secret and of those with another, the newest stay; of the latter none between the former that go. */
async function deleteOld({ folder, keep, ownMark, newest }: Deleting): Promise<void> {
  const sorted = (await readdir(folder)).filter((name) => ours.test(name)).sort();
  // What a clock that was ahead named comes after the newest, and is older.
  const names = [...sorted.filter((name) => name > newest), ...sorted.filter((name) => name <= newest)];
  const isOwn = (name: string) => [undefined, ownMark].includes(ours.exec(name)?.[1]);
  const own = names.filter(isOwn);
  const others = names.filter((name) => !isOwn(name));
  const at = (name = '') => names.indexOf(name);
  const [first, last] = [at(own.slice(0, -keep).at(0)), at(own.at(-keep))] as const;
  const outlived = first < 0 ? [] : others.filter((name) => first < at(name) && at(name) < last);
  const old = [...outlived, ...others.slice(0, -keep), ...own.slice(0, -keep)];
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
