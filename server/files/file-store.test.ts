import { expect, test } from 'vitest';
import { deleteLostFiles } from '../../domain/files/delete-lost-files.ts';
import { startApp } from '../../test/app.ts';
import { makeItem, makeOwner, makePicture, makeReceipt, pdf, storedFolders } from '../../test/make.ts';
import { startS3 } from '../../test/s3.ts';

test('with FILES_URL, files lie in the bucket: stored, shown, moved, listed and deleted', async () => {
  const { url, objects } = await startS3();
  const app = await startApp({ filesUrl: url });
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  const { pictureId } = await makePicture(owner, item);
  expect([...objects.keys()].sort()).toEqual([`${pictureId}/1600.webp`, `${pictureId}/320.webp`]);
  const hidden = await owner.call('showPicture', { itemId: item.id, shown: false });
  expect(await storedFolders(app)).toEqual([hidden.pictureId]);
  expect((await owner.get(`/files/${hidden.pictureId}/320.webp`)).status).toBe(200);
  const receipt = await makeReceipt(owner, item);
  const sent = await owner.get(`/files/${receipt.id}/receipt`);
  expect(new Uint8Array(await sent.arrayBuffer())).toEqual(pdf);
  await deleteLostFiles(app.installation);
  expect(await storedFolders(app)).toHaveLength(2);
  await owner.call('removePicture', { itemId: item.id });
  await owner.call('removeReceipt', { id: receipt.id });
  expect(objects.size).toBe(0);
});
