import { chmod, open, opendir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { DriverContract, WriteOptions } from 'flydrive/types';
import { makeFolder } from './folders.ts';

export type FileStore = ReturnType<typeof createFileStore>;

export const filesFolder = 'files';

/** The file store does not answer, refuses, or has no room. */
export class FilesAway extends Error {}

type Options = {
  /** Of the bucket, with its key and secret; undefined for the data folder. */
  url?: string | undefined;
  dataDir: string;
  silenceMs?: number;
};

/** Files of people, below the data folder or in an S3 bucket. What puts, reads and copies a file throws `FilesAway`. */
export function createFileStore({ url, dataDir, silenceMs = 8_000 }: Options) {
  let opened: Promise<Disk> | undefined;
  const open = () => {
    opened ??= openDriver(url, dataDir, silenceMs).then((driver) => new Disk(driver));
    return opened;
  };
  return {
    isBucket: url !== undefined,
    async put(key: string, bytes: Uint8Array): Promise<void> {
      await (await open()).put(key, bytes).catch(away);
    },
    async putFile(key: string, path: string): Promise<void> {
      await (await open()).copyFromFs(path, key).catch(away);
    },
    async read(key: string): Promise<Uint8Array | undefined> {
      return (await open()).getBytes(key).catch((error) => (isMissing(error) ? undefined : away(error)));
    },
    async find(key: string): Promise<Readable | undefined> {
      const disk = await open();
      return (await disk.exists(key).catch(away)) ? disk.getStream(key).catch(away) : undefined;
    },
    async copy(from: string, to: string): Promise<void> {
      await (await open()).copy(from, to).catch(away);
    },
    async deleteFolder(folder: string): Promise<void> {
      await (await open()).deleteAll(`${folder}/`);
    },
    async *folders(): AsyncGenerator<string> {
      for await (const entry of entriesOf(await open(), '')) if (entry.isDirectory) yield entry.name;
    },
    async *list(folder: string): AsyncGenerator<{ key: string; size: number }> {
      const disk = await open();
      for await (const entry of entriesOf(disk, folder)) {
        if (entry.isFile) yield { key: entry.key, size: (await disk.getMetaData(entry.key)).contentLength };
      }
    },
    async changedAt(folder: string): Promise<Date | undefined> {
      const disk = await open();
      const times: number[] = [];
      for await (const entry of entriesOf(disk, folder)) {
        if (entry.isFile) times.push((await disk.getMetaData(entry.key)).lastModified.getTime());
      }
      return times.length > 0 ? new Date(Math.max(...times)) : undefined;
    },
  };
}

function away(cause: unknown): never {
  throw new FilesAway(`The file store failed: ${causeOf(cause).message}`, { cause });
}

function isMissing(error: unknown): boolean {
  const { code, name } = causeOf(error) as NodeJS.ErrnoException;
  return code === 'ENOENT' || name === 'NoSuchKey' || name === 'NotFound';
}

function causeOf(error: unknown): Error {
  const { cause } = error as Error;
  return cause instanceof Error ? cause : (error as Error);
}

async function* entriesOf(disk: Disk, folder: string) {
  let paginationToken: string | undefined;
  do {
    const page = await disk.listAll(folder, { recursive: false, ...(paginationToken && { paginationToken }) });
    yield* page.objects;
    paginationToken = page.paginationToken;
  } while (paginationToken);
}

async function openDriver(url: string | undefined, dataDir: string, silenceMs: number): Promise<DriverContract> {
  if (!url) return new PrivateFiles(join(dataDir, filesFolder));
  const { origin, pathname, username, password, searchParams } = new URL(url);
  // Its SDK is loaded only here.
  const { S3Driver } = await import('flydrive/drivers/s3');
  return new S3Driver({
    endpoint: origin,
    bucket: decodeURIComponent(pathname.slice(1)),
    region: searchParams.get('region') ?? 'us-east-1',
    credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
    forcePathStyle: true,
    maxAttempts: 2,
    // Without them it waits for ever. The first also ends a body that stands still.
    requestHandler: { socketTimeout: silenceMs, connectionTimeout: silenceMs },
    // Many services know S3 from before there were checksums, and no access lists.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    supportsACL: false,
    visibility: 'private',
    // What fails is thrown, and logged where that is caught; without this the SDK writes lines of its own.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
  });
}

const folderMode = 0o700;
const fileMode = 0o600;
const others = 0o077;

/** Files below a folder that their account alone reads, whatever the umask is. */
class PrivateFiles extends FSDriver {
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
