import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { type App, startApp } from '../../test/app.ts';
import { makeItem, makePicture, password, storedFolders } from '../../test/make.ts';
import { withOwner } from '../../test/worlds.ts';
import { deleteDueAccounts } from '../people/delete-due-accounts.ts';
import { deleteLostFiles } from './delete-lost-files.ts';

async function makeOld({ services: { db } }: App) {
  await sql`update files set created_at = ${new Date(Date.now() - 2 * 3_600_000)}`.execute(db);
}

test('a stored file of ours that no row names is deleted when it is an hour old; an item loses a picture whose file is gone', async () => {
  const { app, owner } = await withOwner(startApp());
  const { pictureId } = await makePicture(owner, await makeItem(owner));
  const nobodys = 'A'.repeat(22);
  for (const folder of [nobodys, 'photos']) await app.services.files.put(`${folder}/1600.webp`, Buffer.from('x'));
  await deleteLostFiles(app.services);
  expect(await storedFolders(app)).toEqual([pictureId, nobodys, 'photos'].sort());
  vi.useFakeTimers({ now: Date.now() + 2 * 3_600_000, toFake: ['Date'] });
  await deleteLostFiles(app.services);
  vi.useRealTimers();
  expect(await storedFolders(app), 'what has no name of ours stays').toEqual([pictureId, 'photos'].sort());
  const [lost, whole] = [await makeItem(owner), await makeItem(owner)];
  const { pictureId: nextPictureId } = await makePicture(owner, lost);
  await makePicture(owner, whole);
  await makeOld(app);
  await app.services.files.deleteFolder(nextPictureId ?? '');
  await deleteLostFiles(app.services);
  expect(await owner.call('getItem', { id: lost.id })).toMatchObject({ pictureId: null });
  expect((await owner.call('getItem', { id: whole.id })).pictureId).not.toBeNull();
});

test('when many are missing, it is the wrong folder: nothing is deleted, and the log says so', async () => {
  const { app, owner } = await withOwner(startApp());
  for (let n = 0; n < 2; n++) await makePicture(owner, await makeItem(owner));
  await makeOld(app);
  for (const id of await storedFolders(app)) await app.services.files.deleteFolder(id);
  app.expectLogError(/many stored files are missing/);
  await deleteLostFiles(app.services);
  const { items } = await owner.call('listItems', {});
  expect(items.filter(({ pictureId }) => pictureId === null)).toEqual([]);
});

test('the files of an account are deleted with it', async () => {
  const { app, owner } = await withOwner(startApp());
  await makePicture(owner, await makeItem(owner));
  await owner.call('deleteAccount', { password });
  await sql`update users set deletion_asked_at = ${new Date(Date.now() - 8 * 86_400_000)} where uid = ${owner.uid}`.execute(
    app.services.db,
  );
  await deleteDueAccounts(app.services);
  expect(await storedFolders(app)).toEqual([]);
});
