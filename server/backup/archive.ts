import { once } from 'node:events';
import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { Decrypter, Encrypter } from 'age-encryption';
import tar from 'tar-stream';
import { isDiskFull, syncFolder } from '../files/folders.ts';
import { requireMemory } from '../memory.ts';
import { OperatorError } from '../operator-error.ts';
import { passphraseIdentity, passphraseRecipient } from './passphrase.ts';

export type Entry = { name: string; size: number; body: Uint8Array | AsyncIterable<Uint8Array> };
export type StoredEntry = { name: string; body: AsyncIterable<Uint8Array> };

/** Of the process that writes, measured with all that Node.js takes: 96 MB. */
const memoryNeeded = 100 << 20;
const damaged = 'is damaged or cut off';
/** As the base-2 logarithm: who tries passphrases needs a second and 256 MB for each. */
const passphraseCost = 18;

/** Writes entries as a tar archive in the format of age (https://age-encryption.org/v1), whole or not at all, for its owner alone. @returns its bytes */
export async function writeArchive(
  path: string,
  entries: AsyncIterable<Entry>,
  passphrase: string,
  cost = passphraseCost,
): Promise<number> {
  requireMemory(memoryNeeded - process.memoryUsage.rss(), 'A backup');
  const draft = `${path}.part`;
  await rm(draft, { force: true });
  const pack = tar.pack();
  const encrypter = new Encrypter();
  encrypter.addRecipient(passphraseRecipient(passphrase, cost));
  const file = createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true });
  let inode: number | undefined;
  const isOurs = () => inode !== undefined && inodeOf(draft) === inode;
  const removeDraft = () => isOurs() && rmSync(draft, { force: true });
  process.on('exit', removeDraft);
  try {
    await once(file, 'open');
    inode = inodeOf(draft);
    const encrypted = await encrypter.encrypt(webStream(Readable.from(pack)));
    await Promise.all([
      addAll(entries, pack).catch((error) => {
        pack.destroy(error);
        throw error;
      }),
      pipeline(Readable.fromWeb(encrypted as Parameters<typeof Readable.fromWeb>[0]), file),
    ]);
    if (!isOurs()) throw new OperatorError(`Another backup has begun to write to ${path}, and goes on.`);
    const { size } = statSync(draft);
    await rename(draft, path);
    await syncFolder(dirname(path));
    return size;
  } catch (error) {
    file.destroy();
    removeDraft();
    throw explainWriteFailure(error, path);
  } finally {
    process.off('exit', removeDraft);
  }
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

function explainWriteFailure(error: unknown, path: string): unknown {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (isDiskFull(error))
    return new OperatorError(`There is no room left for ${path}. Make room, or give another place.`);
  if (syscall !== 'open') return error;
  if (['ENOENT', 'ENOTDIR'].includes(code))
    return new OperatorError(`There is no folder ${dirname(path)}. Make it first.`);
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return new OperatorError(
      `Handback may not write into ${dirname(path)} (${code}). Allow it, or give another place.`,
    );
  return error;
}

/** Reads the entries in order, each to its end before the next. @throws OperatorError for a wrong passphrase and for what was changed or cut off */
export async function* readArchive(path: string, passphrase: string): AsyncGenerator<StoredEntry> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(passphraseIdentity(passphrase));
  const file = createReadStream(path);
  const extract = tar.extract();
  try {
    await once(file, 'open');
    const decrypted = await decrypter.decrypt(webStream(file)).catch((error) => {
      throw new OperatorError(
        /no identity matched/.test(error.message)
          ? `The passphrase is not the one of ${path}.`
          : `${path} is not a backup of Handback, or ${damaged}.`,
      );
    });
    const source = Readable.fromWeb(decrypted as Parameters<typeof Readable.fromWeb>[0]);
    source.on('error', (error) => extract.destroy(error));
    source.pipe(extract as unknown as NodeJS.WritableStream);
    yield* entriesOf(extract, path);
  } finally {
    file.destroy();
    extract.destroy();
  }
}

async function* entriesOf(extract: tar.Extract, path: string): AsyncGenerator<StoredEntry> {
  const entries = extract[Symbol.asyncIterator]();
  for (;;) {
    const next = await orDamaged(() => entries.next(), path);
    if (next.done) return;
    const { header } = next.value;
    yield { name: header.name, body: bodyOf(next.value, path) };
  }
}

async function* bodyOf(entry: AsyncIterable<unknown>, path: string): AsyncGenerator<Uint8Array> {
  const chunks = entry[Symbol.asyncIterator]();
  for (;;) {
    const next = await orDamaged(() => chunks.next(), path);
    if (next.done) return;
    yield next.value as Uint8Array;
  }
}

async function orDamaged<Value>(read: () => Promise<Value>, path: string): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    throw new OperatorError(`The backup ${path} ${damaged} (${error instanceof Error ? error.message : error}).`);
  }
}

async function addAll(entries: AsyncIterable<Entry>, pack: tar.Pack): Promise<void> {
  for await (const { name, size, body } of entries) {
    const sink = pack.entry({ name, size, mode: 0o600 }) as unknown as Writable;
    const written = finished(sink);
    await Promise.race([written, writeBody(body, sink)]);
    sink.end();
    await written;
  }
  pack.finalize();
}

async function writeBody(body: Entry['body'], sink: Writable): Promise<void> {
  const chunks = body instanceof Uint8Array ? [body] : body;
  for await (const chunk of chunks) if (!sink.write(chunk)) await once(sink, 'drain');
}

function webStream(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>;
}
