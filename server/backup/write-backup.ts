import type { ClientConfig } from 'pg';
import type { FileStore } from '../files/file-store.ts';
import { type Entry, writeArchive } from './archive.ts';
import {
  archiveFormat,
  type Contents,
  contentsName,
  type DatabaseSnapshot,
  endName,
  secretName,
  tablePartName,
  withSnapshot,
} from './copy-database.ts';

export type BackupSource = {
  database: ClientConfig;
  files: FileStore;
  /** Also the keys of push notifications are derived from it. */
  secret: string;
  publicUrl: string;
};

export type BackupEnd = { bytes: number } | { error: unknown };

/**
 * Backs everything up into one encrypted file while others write: first the database as it is at one moment, then the files, so that only
 * files that were deleted meanwhile are missing.
 * @param ended writes down how it ended while the database still shows that a backup runs: else it would look killed for a moment
 * @returns the bytes of the file
 */
export function writeBackup(
  path: string,
  source: BackupSource,
  passphrase: string,
  { ended, cost }: { ended?: (end: BackupEnd) => Promise<void>; cost?: number | undefined } = {},
): Promise<number> {
  return withSnapshot(source.database, async (snapshot) => {
    const written = writeArchive(path, entriesOf(snapshot, source), passphrase, cost);
    await ended?.(
      await written.then(
        (bytes) => ({ bytes }),
        (error) => ({ error }),
      ),
    );
    return written;
  });
}

async function* entriesOf(snapshot: DatabaseSnapshot, { files, secret, publicUrl }: BackupSource) {
  const { migrations, tables } = snapshot;
  const madeAt = new Date().toISOString();
  yield textEntry(
    contentsName,
    json({ format: archiveFormat, madeAt, publicUrl, migrations, tables } satisfies Contents),
  );
  yield textEntry(secretName, secret);
  for (const table of tables) {
    let part = 0;
    for await (const rows of snapshot.rows(table)) yield bytesEntry(tablePartName(table.name, ++part), rows);
  }
  yield textEntry('sequences.json', json(await snapshot.sequences()));
  await snapshot.end();
  for await (const folder of files.folders()) {
    for await (const { key, size } of files.list(folder)) {
      const body = await files.find(key);
      if (body) yield { name: `files/${key}`, size, body } satisfies Entry;
    }
  }
  yield textEntry(endName, 'This backup is complete.\n');
}

function textEntry(name: string, text: string): Entry {
  return bytesEntry(name, Buffer.from(text));
}

function bytesEntry(name: string, body: Buffer): Entry {
  return { name, size: body.length, body };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 1)}\n`;
}
