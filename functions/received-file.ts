import { createWriteStream } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { maxFileBytes, maxFileMegabytes } from '../domain/files/contract/limits.ts';
import { FilesAway } from '../server/files/file-store.ts';
import { bodyInTime } from '../server/http/read-body.ts';
import type { Refusal } from './define.ts';
import { refused } from './refused.ts';
import { type Sender, takeUploadPlace } from './upload-places.ts';

export type IncomingFile = AsyncDisposable & {
  /** Receives the body. @returns where it lies until the call ends, which frees its place */
  receive(sender: Sender): Promise<string | Refusal>;
};

/** The body of a call, or what `read` finds in it. It is taken when the function asks for it: only who may send fills the disk. */
export function incomingFile(
  request: Request,
  read: (request: Request) => AsyncIterable<Uint8Array> = (sent) => bodyInTime(sent, 'file'),
): IncomingFile {
  const held = new AsyncDisposableStack();
  const receive = async (sender: Sender) => {
    if (Number(request.headers.get('content-length')) > maxFileBytes)
      return refused('file-too-large', { params: { most: maxFileMegabytes } });
    held.defer(await takeUploadPlace(sender));
    const folder = await mkdtempDisposable(join(tmpdir(), 'handback-upload-')).catch((cause) => {
      throw new FilesAway('No folder could be made for a received file.', { cause });
    });
    held.use(folder);
    const path = join(folder.path, 'file');
    const size = limitSize();
    try {
      await pipeline(Readable.from(read(request)), size, createWriteStream(path, { mode: 0o600 }));
    } catch (error) {
      if (error instanceof TooLarge) return refused('file-too-large', { params: { most: maxFileMegabytes } });
      if (['open', 'write'].includes(String((error as NodeJS.ErrnoException).syscall))) {
        throw new FilesAway('A received file could not be written.', { cause: error });
      }
      return refused('cut-off');
    }
    return size.bytes === 0 ? refused('empty-file') : path;
  };
  return {
    receive,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
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
