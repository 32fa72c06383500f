import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import type { FileStore } from '../../server/files/file-store.ts';
import type { Services } from '../../server/services.ts';
import { lockUser } from '../accounts/account-rows.ts';
import { creationKeyOf } from '../accounts/contract/uid.ts';
import { type PictureProblem, storePicture } from '../files/clean-picture.ts';
import { maxFiles, pictureSide, smallPictureSide } from '../files/contract/limits.ts';
import { deleteFileRows, eraseFiles, newFileId, pictureKey, readWhole, storeWhole } from '../files/stored-files.ts';
import { changeItem, lockedItem } from './change-items.ts';
import type { ItemSummary } from './contract/schema.ts';
import { type Owner, readItem } from './items.ts';

const sides = [pictureSide, smallPictureSide];

type Stored = ItemSummary | PictureProblem | { problem: 'no-item' | 'too-many' };

/** Whether the picture was set with this key; then the item as it is now. */
export async function findItemOfPicture(
  owner: Owner,
  { itemId, key }: { itemId: string; key: string },
  services: Services,
): Promise<{ item: ItemSummary | null; isSet: boolean }> {
  const item = await readItem(owner, itemId, services);
  const earlier = await services.db
    .selectFrom('files')
    .select('id')
    .where('creationKey', '=', creationKeyOf(owner, key))
    .where('itemId', '=', itemId)
    .executeTakeFirst();
  return { item, isSet: earlier !== undefined };
}

export async function setPicture(
  owner: Owner,
  { itemId, key, path }: { itemId: string; key: string; path: string },
  services: Services,
): Promise<Stored> {
  const picture = await storePicture(path, 'square', services);
  if ('problem' in picture) return picture;
  const { id, bytes } = picture;
  const stored = await services.events.transaction(async (trx, publish) => {
    const room = await makeRoom(trx, owner, { itemId, bytes, replacing: true }, services);
    if (room !== 'made') return { item: null, problem: room };
    const replaced = await deleteFileRows(trx, [itemId], 'picture');
    const creationKey = creationKeyOf(owner, key);
    const row = { ...picture, kind: 'picture' as const, ownerId: owner.uid, itemId, creationKey };
    await trx.insertInto('files').values(row).execute();
    return { item: await changeItem(owner, itemId, { pictureId: id }, trx, publish), replaced };
  });
  await eraseFiles(stored.replaced ?? [id], services);
  return stored.item ?? { problem: stored.problem ?? 'no-item' };
}

export async function removePicture(owner: Owner, itemId: string, services: Services): Promise<ItemSummary | null> {
  const removed = await services.events.transaction(async (trx, publish) => {
    const item = await changeItem(owner, itemId, { pictureId: null }, trx, publish);
    return { item, ids: item ? await deleteFileRows(trx, [itemId], 'picture') : [] };
  });
  await eraseFiles(removed.ids, services);
  return removed.item;
}

/** Lets finders see the picture, or not. It moves to a new address, so that the old one, which may be known, shows nothing. */
export async function showPicture(
  owner: Owner,
  { itemId, shown }: { itemId: string; shown: boolean },
  services: Services,
): Promise<ItemSummary | null> {
  const before = await readItem(owner, itemId, services);
  if (!before || before.pictureShown === shown) return before;
  const oldId = before.pictureId;
  const newId = newFileId();
  if (oldId) {
    const copyBoth = async ({ copy }: FileStore) => {
      for (const side of sides) await copy(pictureKey(oldId, side), pictureKey(newId, side));
    };
    await storeWhole(newId, copyBoth, services);
  }
  const item = await services.events.transaction(async (trx, publish) => {
    const changed = await changeItem(owner, itemId, { pictureShown: shown }, trx, publish);
    // Otherwise it was replaced or removed meanwhile.
    if (!oldId || changed?.pictureId !== oldId) return changed;
    await trx.updateTable('files').set({ id: newId }).where('id', '=', oldId).execute();
    return { ...changed, pictureId: newId };
  });
  if (oldId) await eraseFiles([item?.pictureId === newId ? oldId : newId], services);
  return item;
}

/** Locks what a new file needs, one file of an account at a time. @param replacing the item whose picture makes room */
export async function makeRoom(
  trx: Executor,
  owner: Owner,
  { itemId, bytes, replacing }: { itemId: string; bytes: number; replacing: boolean },
  { filesBytesPerAccount }: Services,
): Promise<'made' | 'no-item' | 'too-many'> {
  await lockUser(trx, owner.uid);
  if (!(await lockedItem(trx, owner, itemId))) return 'no-item';
  const used = await trx
    .selectFrom('files')
    .select([sql<string>`count(*)`.as('files'), sql<string>`coalesce(sum(bytes), 0)`.as('bytes')])
    .where('ownerId', '=', owner.uid)
    .where('kind', '!=', 'sent-picture')
    .where(({ not, and, eb }) =>
      replacing ? not(and([eb('itemId', '=', itemId), eb('kind', '=', 'picture')])) : eb.lit(true),
    )
    .executeTakeFirstOrThrow();
  const isFull = Number(used.files) >= maxFiles || Number(used.bytes) + bytes > filesBytesPerAccount;
  return isFull ? 'too-many' : 'made';
}

/** `administers`: an administrator who has proved a second factor. */
type Viewer = Owner & { administers?: boolean };

/**
 * The bytes of a picture that finders may see, or that is the viewer's own. While finders reach no page of the item, it is shown to those
 * with whom it is shared, and to administrators.
 */
export async function readPicture(
  viewer: Viewer | null,
  { id, side }: { id: string; side: number },
  { db, files }: Services,
): Promise<{ bytes: Buffer; shown: boolean } | null> {
  const uid = viewer?.uid ?? '';
  const row = await db
    .selectFrom('items')
    .select(['ownerId', 'pictureShown', 'archivedAt', isReachable.as('isReachable'), isMember(uid).as('isMember')])
    .where('pictureId', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  // Nobody but its owner sees anything of an archived item.
  const isOpen = row.pictureShown && row.archivedAt === null;
  const shown = isOpen && row.isReachable;
  const isFor = row.ownerId === uid || (isOpen && (row.isMember || viewer?.administers === true));
  if (!shown && !isFor) return null;
  const bytes = await readWhole(id, side, files);
  return bytes && { bytes, shown };
}

const isReachable = sql<boolean>`
  exists (select from tags where item_id = items.id and status = 'active' and frozen_at is null)
  and not exists (select from users where uid = items.owner_id and disabled_at is not null)`;

const isMember = (uid: string) =>
  sql<boolean>`exists (select from item_members where item_id = items.id and uid = ${uid})`;
