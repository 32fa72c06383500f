import { stat } from 'node:fs/promises';
import type { Selectable } from 'kysely';
import { isoTimes, type PageRequest, readNewest } from '../../server/db/keyset.ts';
import { countRows, hasChanged } from '../../server/db/statements.ts';
import type { Tables } from '../../server/db/tables.ts';
import type { FileStore } from '../../server/files/file-store.ts';
import type { Services } from '../../server/services.ts';
import { creationKeyOf } from '../accounts/contract/uid.ts';
import { cleanPicture, type PictureProblem } from '../files/clean-picture.ts';
import { maxReceipts } from '../files/contract/limits.ts';
import type { Receipt } from '../files/contract/schema.ts';
import { readFileType } from '../files/picture-format.ts';
import { contentKey, eraseFiles, newFileId, storeWhole } from '../files/stored-files.ts';
import type { Owner } from './items.ts';
import { itemsOf } from './items.ts';
import { makeRoom } from './pictures.ts';

type ReceiptRow = Pick<Selectable<Tables['files']>, 'id' | 'name' | 'type' | 'bytes' | 'createdAt'>;

/** Adds a private file to the item. The same `key` adds one. A PDF stays as it is, a picture is drawn anew. */
export async function addReceipt(
  owner: Owner,
  { itemId, key, name, path }: { itemId: string; key: string; name: string; path: string },
  services: Services,
): Promise<Receipt | PictureProblem | { problem: 'no-item' | 'too-many' | 'too-many-receipts' }> {
  const { events } = services;
  const isPdf = (await readFileType(path)) === 'pdf';
  const clean = isPdf ? undefined : await cleanPicture(path, 'whole');
  if (clean && 'problem' in clean) return clean;
  const id = newFileId();
  const type = clean ? 'image/webp' : 'application/pdf';
  const stored = { id, kind: 'receipt', type } as const;
  const store = ({ put, putFile }: FileStore) =>
    clean ? put(contentKey(stored), clean.bytes) : putFile(contentKey(stored), path);
  await storeWhole(id, store, services);
  const bytes = clean?.bytes.length ?? (await stat(path)).size;
  const added = await events.transaction(async (trx) => {
    const room = await makeRoom(trx, owner, { itemId, bytes, replacing: false }, services);
    // Sent twice at once: the other one came first.
    const earlier = await withKey(owner, key, trx);
    if (earlier) return earlier;
    if (room !== 'made') return room;
    if ((await countRows(receiptsOf(owner, itemId, trx))) >= maxReceipts) return 'too-many-receipts';
    const size = clean && { width: clean.width, height: clean.height };
    const creationKey = creationKeyOf(owner, key);
    const row = { ...stored, ownerId: owner.uid, itemId, name, bytes, ...size, creationKey };
    return trx.insertInto('files').values(row).returningAll().executeTakeFirstOrThrow();
  });
  if (typeof added === 'string' || added.id !== id) await eraseFiles([id], services);
  return typeof added === 'string' ? { problem: added } : toReceipt(added);
}

export async function findReceipt(owner: Owner, key: string, { db }: Services): Promise<Receipt | null> {
  const row = await withKey(owner, key, db);
  return row ? toReceipt(row) : null;
}

function withKey(owner: Owner, key: string, db: Pick<Services['db'], 'selectFrom'>) {
  return db
    .selectFrom('files')
    .selectAll()
    .where('creationKey', '=', creationKeyOf(owner, key))
    .where('kind', '=', 'receipt')
    .executeTakeFirst();
}

export function listReceipts(
  owner: Owner,
  { itemId, ...request }: PageRequest & { itemId: string },
  { db, keys }: Services,
) {
  const rows = receiptsOf(owner, itemId, db).select(['id', 'name', 'type', 'bytes', 'createdAt']);
  const list = JSON.stringify(['receipts', owner.uid, itemId]);
  return readNewest({ ...request, as: 'receipts', list, keys, rows, show: toReceipt });
}

export async function openReceipt(owner: Owner, id: string, { db, files }: Services) {
  const row = await db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', 'receipt')
    .where('itemId', 'in', itemsOf(owner, db).select('id'))
    .executeTakeFirst();
  const content = row && (await files.find(contentKey(row)));
  return content ? { ...toReceipt(row), content } : null;
}

export async function removeReceipt(owner: Owner, id: string, services: Services): Promise<boolean> {
  const { db } = services;
  const receipt = db.deleteFrom('files').where('id', '=', id).where('kind', '=', 'receipt');
  const isRemoved = await hasChanged(receipt.where('itemId', 'in', itemsOf(owner, db).select('id')));
  if (isRemoved) await eraseFiles([id], services);
  return isRemoved;
}

function receiptsOf({ uid }: Owner, itemId: string, db: Pick<Services['db'], 'selectFrom'>) {
  return db.selectFrom('files').where('itemId', '=', itemId).where('ownerId', '=', uid).where('kind', '=', 'receipt');
}

function toReceipt({ id, name, type, bytes, createdAt }: ReceiptRow): Receipt {
  return isoTimes({ id, name, type, bytes, createdAt });
}
