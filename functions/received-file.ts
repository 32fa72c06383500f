import { createWriteStream } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { maxFileBytes, maxFileMegabytes } from '../domain/files/contract/limits.ts';
import { limitConcurrency } from '../server/concurrency.ts';
import { FilesAway } from '../server/files/file-store.ts';
import { Refusal } from './define.ts';

/** Each is a file on this disk, and one slow sender holds one place. */
const receiving = limitConcurrency({ atOnce: 50, mostWaiting: 0 });

export type IncomingFile = AsyncDisposable & {
  /** Receives the body. @returns where it lies until the call ends */
  receive(): Promise<string | Refusal>;
};

/**
 * The raw body of a call, or what `read` finds in it. Nothing of it is taken before the function asks for it: only callers who may send it
 * fill the disk.
 */
export function incomingFile(
  request: Request,
  read: (request: Request) => AsyncIterable<Uint8Array> | Iterable<Uint8Array> = ({ body }) => body ?? [],
): IncomingFile {
  const folders = new AsyncDisposableStack();
  const receive = async () => {
    if (Number(request.headers.get('content-length')) > maxFileBytes) return tooLarge();
    const folder = await mkdtempDisposable(join(tmpdir(), 'handback-upload-')).catch((cause) => {
      throw new FilesAway('No folder could be made for a received file.', { cause });
    });
    folders.use(folder);
    const path = join(folder.path, 'file');
    const size = limitSize();
    try {
      await pipeline(Readable.from(read(request)), size, createWriteStream(path, { mode: 0o600 }));
    } catch (error) {
      if (error instanceof TooLarge) return tooLarge();
      if (['open', 'write'].includes(String((error as NodeJS.ErrnoException).syscall))) {
        throw new FilesAway('A received file could not be written.', { cause: error });
      }
      return new Refusal('invalid-argument', { key: 'error.cutOff' }, { reason: 'cut-off' });
    }
    return size.bytes === 0 ? noFile() : path;
  };
  return {
    receive: () => receiving.run(receive),
    [Symbol.asyncDispose]: () => folders.disposeAsync(),
  };
}

class TooLarge extends Error {}

function limitSize() {
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.length;
      done(bytes > maxFileBytes ? new TooLarge() : null, chunk);
    },
  });
  return Object.defineProperty(limit, 'bytes', { get: () => bytes }) as Transform & { readonly bytes: number };
}

export const tooLargeReason = 'file-too-large';

function tooLarge(): Refusal {
  const params = { most: maxFileMegabytes };
  return new Refusal('invalid-argument', { key: 'uploadPage.fileTooLarge', params }, { reason: tooLargeReason });
}

export function noFile(): Refusal {
  return new Refusal('invalid-argument', { key: 'uploadPage.emptyFile' }, { reason: 'empty-file' });
}
