import { stat } from 'node:fs/promises';
import { buffer, json, text } from 'node:stream/consumers';
import type { ClientConfig } from 'pg';
import { startEmbeddedPostgres } from '../db/embedded/start.ts';
import { knownMigrations } from '../db/migrate.ts';
import type { Database } from '../db/tables.ts';
import type { Env } from '../env.ts';
import { createFileStore, type FileStore } from '../files/file-store.ts';
import { makeFolder } from '../files/folders.ts';
import { say } from '../log.ts';
import { OperatorError } from '../operator-error.ts';
import { keepSecret } from '../secret.ts';
import { readArchive, type StoredEntry } from './archive.ts';
import {
  archiveFormat,
  type Contents,
  contents,
  contentsName,
  endName,
  type Sequence,
  secretName,
} from './copy-database.ts';
import { beginRestore } from './deletion-log.ts';
import { type DatabaseLoad, loadDatabase } from './load-database.ts';

type RestoreTarget = {
  /** Is asked for once the archive was found good so far. */
  database(): Promise<ClientConfig>;
  files: FileStore;
  /** Keeps the secret of the archive. @throws OperatorError where there is another */
  keepSecret(secret: string): Promise<void>;
};

export type Restored = Contents & { files: number };

/** Restores into an empty database and file store, or undoes what it wrote. Files come first: a crash leaves no row without its file. @throws OperatorError */
export async function restoreBackup(path: string, passphrase: string, target: RestoreTarget): Promise<Restored> {
  const entries = readArchive(path, passphrase);
  const folders = new Set<string>();
  try {
    const found = await readContents(entries, path);
    const secret = await text((await expectEntry(entries, secretName, path)).body);
    for await (const _ of target.files.folders()) {
      throw new OperatorError('The file store is not empty. Give an empty folder or bucket.');
    }
    const files = await loadDatabase(await target.database(), found.migrations, async (load) => {
      await beginRestore(load.db);
      const stored = await loadEntries(entries, found, { load, files: target.files, folders, path });
      await endOwnBackup(load.db, found, path);
      await target.keepSecret(secret);
      return stored;
    });
    return { ...found, files };
  } catch (error) {
    for (const folder of folders) await target.files.deleteFolder(folder);
    throw error;
  } finally {
    await entries.return(undefined);
  }
}

/** The secret that a backup holds. @throws OperatorError */
export async function readSecretOf(path: string, passphrase: string): Promise<string> {
  const entries = readArchive(path, passphrase);
  try {
    await readContents(entries, path);
    return await text((await expectEntry(entries, secretName, path)).body);
  } finally {
    await entries.return(undefined);
  }
}

/** A backup holds its own row as it was while it was made. That it is complete is known now. */
async function endOwnBackup(db: Database, { madeAt, tables }: Contents, path: string): Promise<void> {
  if (!tables.some(({ name }) => name === 'backups')) return;
  const { size } = await stat(path);
  const unfinished = db.selectFrom('backups').select('id').where('endedAt', 'is', null).where('error', 'is', null);
  await db
    .updateTable('backups')
    .set({ endedAt: new Date(madeAt), bytes: String(size) })
    .where('id', 'in', unfinished.orderBy('begunAt', 'desc').limit(1))
    .execute();
}

async function readContents(entries: AsyncGenerator<StoredEntry>, path: string): Promise<Contents> {
  const { body } = await expectEntry(entries, contentsName, path);
  const read = contents.safeParse(await json(body));
  if (!read.success) throw new OperatorError(`${path} is not a backup of Handback.`);
  if (read.data.format > archiveFormat) {
    throw new OperatorError(`${path} was made by a newer release of Handback. Install that release, and try again.`);
  }
  knownMigrations(read.data.migrations, 'The backup');
  return read.data;
}

async function expectEntry(entries: AsyncGenerator<StoredEntry>, name: string, path: string): Promise<StoredEntry> {
  const next = await entries.next();
  if (next.done || next.value.name !== name) throw new OperatorError(`${path} is not a backup of Handback.`);
  return next.value;
}

type Loading = { load: DatabaseLoad; files: FileStore; folders: Set<string>; path: string };

async function loadEntries(
  entries: AsyncGenerator<StoredEntry>,
  { tables }: Contents,
  { load, files, folders, path }: Loading,
): Promise<number> {
  const byName = new Map(tables.map((table) => [table.name, table]));
  let stored = 0;
  let isComplete = false;
  for await (const { name, body } of entries) {
    const [kind, first = '', ...rest] = name.split('/');
    const table = kind === 'tables' ? byName.get(first) : undefined;
    if (table) await load.add(table, body);
    else if (name === 'sequences.json') await load.setSequences((await json(body)) as Sequence[]);
    else if (kind === 'files' && rest.length > 0) {
      folders.add(first);
      await files.put([first, ...rest].join('/'), await buffer(body));
      stored += 1;
    } else if (name === endName) isComplete = (await text(body)).length > 0;
    else throw new OperatorError(`The backup ${path} has a part that this release does not know (${name}).`);
  }
  if (!isComplete) throw new OperatorError(`The backup ${path} is cut off: its end is missing.`);
  return stored;
}

/** Restores a backup into the empty installation of the settings. @throws OperatorError */
export async function restoreInstallation(path: string, passphrase: string, env: Env): Promise<Restored> {
  const { dataDir, databaseUrl, filesUrl } = env;
  let stop: (() => Promise<void>) | undefined;
  const database = async (): Promise<ClientConfig> => {
    if (databaseUrl) return { connectionString: databaseUrl };
    await makeFolder(dataDir, 0o700);
    const embedded = await startEmbeddedPostgres({ dataDir, log: say });
    stop = embedded.stop;
    return embedded.connection;
  };
  const target = {
    database,
    files: createFileStore({ url: filesUrl, dataDir }),
    async keepSecret(secret: string) {
      if (env.secret === undefined) return keepSecret(dataDir, secret);
      if (env.secret === secret) return;
      throw new OperatorError(
        'SECRET is not the secret of the backup. Take SECRET out of the settings, or set it to the one from before.',
      );
    },
  };
  return restoreBackup(path, passphrase, target).finally(() => stop?.());
}
