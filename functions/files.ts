import { Readable } from 'node:stream';
import { z } from 'zod';
import { can } from '../domain/accounts/contract/can.ts';
import type { PictureProblem } from '../domain/files/clean-picture.ts';
import { maxFileMegabytes, maxMegapixels, maxReceipts } from '../domain/files/contract/limits.ts';
import { pictureSizes, receipt, receiptName } from '../domain/files/contract/schema.ts';
import { itemSummary } from '../domain/items/contract/schema.ts';
import { readItem } from '../domain/items/items.ts';
import * as pictures from '../domain/items/pictures.ts';
import * as receipts from '../domain/items/receipts.ts';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import { readProductPicture } from '../domain/shop/product-pictures.ts';
import type { PlainKey } from '../language/create-translations.ts';
import { uploadPath } from '../paths/api.ts';
import { filePath } from '../paths/paths.ts';
import type { Services } from '../server/services.ts';
import { type Caller, forAnyone, forUser, Refusal } from './define.ts';
import { id, idempotencyKey } from './inputs.ts';
import { foundBy, foundById, type PlainRefusal, refused, tooManyRequests } from './refused.ts';

const ofItem = z.object({ itemId: id });
export const pictureKinds = `JPEG, PNG, WebP, GIF or AVIF, at most ${maxFileMegabytes} MB and ${maxMegapixels} megapixels, or fewer of a kind whose decoding needs much memory`;

export const fileFunctions = {
  setPicture: forUser({
    route: `POST ${uploadPath('setPicture')}`,
    takesFile: true,
    summary: `Puts a picture on one of your items, in place of an earlier one: ${pictureKinds}. The middle square is stored, without what the camera wrote into it. The same \`key\` does it once.`,
    input: ofItem.extend({ key: idempotencyKey }),
    output: itemSummary,
    run: async (caller, input, services) => {
      const { item, isSet } = await pictures.findItemOfPicture(caller.user, input, services);
      if (!item) return 'no-item';
      if (isSet) return item;
      const path = await receive(caller, services);
      if (path instanceof Refusal) return path;
      const stored = await pictures.setPicture(caller.user, { ...input, path }, services);
      return 'problem' in stored ? whyNotStored(stored) : stored;
    },
  }),

  showPicture: forUser({
    summary:
      'Says whether finders see the picture of one of your items. The picture gets a new id, and nothing is at the old one.',
    input: ofItem.extend({ shown: z.boolean('uploadPage.shownMissing' satisfies PlainKey) }),
    output: itemSummary,
    run: foundBy(pictures.showPicture, 'no-item'),
  }),

  removePicture: forUser({
    summary: 'Deletes the picture of one of your items.',
    input: ofItem,
    output: itemSummary,
    run: async ({ user }, { itemId }, services) => (await pictures.removePicture(user, itemId, services)) ?? 'no-item',
  }),

  readPicture: forAnyone({
    route: `GET ${filePath('{id}', '{size}.webp')}`,
    duringMaintenance: 'as-tag-pages',
    countsItself: true,
    summary:
      'The picture of an item, or of a product, which everybody may see, in a square of so many pixels. Whoever knows its id may see it while finders may: its owner shows it, and a tag of the item and the account are in use. Otherwise its owner sees it, and unless it is hidden, those with whom the item is shared, and administrators.',
    input: z.object({ id, size: z.enum(pictureSizes) }),
    output: z.strictObject({ bytes: z.instanceof(Buffer), shown: z.boolean() }),
    run: async ({ user, sessionId, reads }, { id, size }, services) => {
      const administers = can(user, 'seePictures') && (await reads.secondFactorProof(sessionId)) !== 'missing';
      const viewer = user && { uid: user.uid, administers };
      const asked = { id, side: Number(size) };
      const picture = await pictures.readPicture(viewer, asked, services);
      return picture ?? (await readProductPicture(asked, services)) ?? 'no-file';
    },
  }),

  addReceipt: forUser({
    route: `POST ${uploadPath('addReceipt')}`,
    takesFile: true,
    summary: `Keeps a private file with one of your items, at most ${maxReceipts} each: a PDF of at most ${maxFileMegabytes} MB, or a picture: ${pictureKinds}. The same \`key\` adds it once.`,
    input: ofItem.extend({ key: idempotencyKey, name: receiptName }),
    output: receipt,
    run: async (caller, input, services) => {
      const { user } = caller;
      if (!(await readItem(user, input.itemId, services))) return 'no-item';
      const earlier = await receipts.findReceipt(user, input.key, services);
      if (earlier) return earlier;
      const path = await receive(caller, services);
      if (path instanceof Refusal) return path;
      const added = await receipts.addReceipt(user, { ...input, path }, services);
      return 'problem' in added ? whyNotStored(added) : added;
    },
  }),

  listReceipts: forUser({
    summary: 'The receipts of one of your items, the newest first.',
    input: pageRequest.extend(ofItem.shape),
    output: z.strictObject({ receipts: z.array(receipt), next }),
    run: async ({ user }, input, services) => {
      if (!(await readItem(user, input.itemId, services))) return 'no-item';
      return receipts.listReceipts(user, input, services);
    },
  }),

  readReceipt: forUser({
    route: `GET ${filePath('{id}', 'receipt')}`,
    countsItself: true,
    summary: 'One of your receipts, to download.',
    input: z.object({ id }),
    output: receipt.extend({ content: z.instanceof(Readable) }),
    run: foundById(receipts.openReceipt, 'no-file'),
  }),

  removeReceipt: forUser({
    summary: 'Deletes one of your receipts.',
    input: z.object({ id }),
    run: foundById(receipts.removeReceipt, 'no-file'),
  }),
};

export async function receive(
  { user, networkKey, receiveFile }: Caller & { user: { uid: string } },
  { limits }: Services,
  limit: 'upload' | 'import' = 'upload',
): Promise<string | Refusal> {
  const taken = await limits.take(limit, user.uid);
  if (!taken.allowed) return tooManyRequests(taken);
  return (await receiveFile?.({ uid: user.uid, networkKey })) ?? refused('empty-file');
}

type Problem = PictureProblem | { problem: 'no-item' | 'too-many' | 'too-many-receipts' };

export function whyNotStored(refusal: Problem): Refusal | PlainRefusal {
  switch (refusal.problem) {
    case 'too-many':
      return 'storage-full';
    case 'too-many-receipts':
      return refused('too-many-receipts', { params: { most: maxReceipts } });
    case 'too-many-pixels':
      return refused('too-many-pixels', { params: { most: refusal.most } });
    default:
      return refusal.problem;
  }
}
