import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Executor, Tables } from '../../server/db/tables.ts';
import { type FileStore, FilesAway } from '../../server/files/file-store.ts';
import type { Services } from '../../server/services.ts';
import { pictureSide } from './contract/limits.ts';
import { endingOf } from './contract/schema.ts';

type StoredFile = Pick<Selectable<Tables['files']>, 'id' | 'kind' | 'type'>;

/** 128 random bits: nobody guesses the address. */
export function newFileId(): string {
  return randomBytes(16).toString('base64url');
}

/** Where the file lies; of a picture, the largest. */
export function contentKey({ id, kind, type }: StoredFile): string {
  return kind === 'receipt' ? `${id}/receipt.${endingOf(type)}` : pictureKey(id, pictureSide);
}

export function pictureKey(id: string, side: number): string {
  return `${id}/${side}.webp`;
}

/** Null when it is not there. @throws FilesAway also for what is cut off or no WebP: browsers would store it for a year */
export async function readWhole(id: string, side: number, files: FileStore): Promise<Buffer | null> {
  const read = await files.read(pictureKey(id, side));
  if (!read) return null;
  const bytes = Buffer.from(read.buffer, read.byteOffset, read.byteLength);
  const isWhole =
    bytes.length > 12 && bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.readUInt32LE(4) + 8 === bytes.length;
  if (!isWhole) throw new FilesAway(`The stored picture ${pictureKey(id, side)} is damaged.`);
  return bytes;
}

/** Stores what belongs to a new id. What fails halfway, as on a full disk, leaves nothing there. @throws FilesAway */
export async function storeWhole(
  id: string,
  store: (files: FileStore) => Promise<void>,
  { files }: Pick<Services, 'files'>,
): Promise<void> {
  try {
    await store(files);
  } catch (error) {
    // What cannot be deleted now is deleted by the job.
    await files.deleteFolder(id).catch(() => undefined);
    throw error;
  }
}

/** Whether a folder of the file store has the form of our ids. What else lies there is not ours. */
export function isFileId(folder: string): boolean {
  return /^[\w-]{22}$/.test(folder);
}

/** Deletes the rows of the files of items, but not what finders sent. The files themselves follow after the transaction, by `eraseFiles`. */
export async function deleteFileRows(trx: Executor, itemIds: string[], kind?: 'picture'): Promise<string[]> {
  const deleted = await trx
    .deleteFrom('files')
    .where('itemId', 'in', itemIds)
    .where('kind', '!=', 'sent-picture')
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'picture'))
    .returning('id')
    .execute();
  return deleted.map(({ id }) => id);
}

/** Never throws: what cannot be deleted now is deleted by the job. What a report names stays until the report ends. */
export async function eraseFiles(ids: string[], { db, files, log }: Erasing): Promise<void> {
  if (ids.length === 0) return;
  const reported = await reportedOf(ids, db).catch((error) => log.error({ error }, 'files could not be deleted'));
  if (!reported) return;
  for (const id of ids.filter((id) => !reported.has(id))) {
    await files.deleteFolder(id).catch((error) => log.error({ error, file: id }, 'a file could not be deleted'));
  }
}

type Erasing = Pick<Services, 'db' | 'files' | 'log'>;

export async function reportedOf(ids: string[], db: Executor): Promise<Set<string>> {
  const rows = await db.selectFrom('reportedPictures').select('pictureId').where('pictureId', 'in', ids).execute();
  return new Set(rows.map(({ pictureId }) => pictureId));
}
