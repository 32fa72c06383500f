import { chmod, open, opendir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { FSDriver } from 'flydrive/drivers/fs';
import type { WriteOptions } from 'flydrive/types';
import { makeFolder } from '../make-folder.ts';

const folderMode = 0o700;
const fileMode = 0o600;
const others = 0o077;

/** Files below a folder that their account alone reads, whatever the umask is. */
export class PrivateFiles extends FSDriver {
  readonly #folder: string;

  constructor(folder: string) {
    super({ location: folder, visibility: 'private' });
    this.#folder = folder;
  }

  override async put(key: string, contents: string | Uint8Array, options?: WriteOptions): Promise<void> {
    await this.#begin(key);
    await super.put(key, contents, options);
  }

  override async putStream(key: string, contents: Readable, options?: WriteOptions): Promise<void> {
    await this.#begin(key);
    await super.putStream(key, contents, options);
  }

  /** A copy has the rights of what it is copied from. */
  override async copy(from: string, to: string): Promise<void> {
    await makeFolder(dirname(join(this.#folder, to)), folderMode);
    await super.copy(from, to);
  }

  /** What the driver then fills is never open to others, also not for a moment. */
  async #begin(key: string): Promise<void> {
    const path = join(this.#folder, key);
    await makeFolder(dirname(path), folderMode);
    await (await open(path, 'a', fileMode)).close();
  }
}

/** Takes from others what an earlier release stored for all to read. The folder comes last: until it is closed, the next start goes on. */
export async function closeOldFiles(folder: string): Promise<void> {
  const mode = (await stat(folder).catch(() => undefined))?.mode ?? 0;
  if ((mode & others) === 0) return;
  for await (const entry of await opendir(folder, { recursive: true })) {
    const modeOf = entry.isDirectory() ? folderMode : fileMode;
    if (entry.isSymbolicLink()) continue;
    // It may have been deleted meanwhile.
    await chmod(join(entry.parentPath, entry.name), modeOf).catch((error) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  await chmod(folder, folderMode);
}
