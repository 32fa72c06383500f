import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { deleteLostFiles } from '../../domain/files/delete-lost-files.ts';
import { type App, startApp } from '../../test/app.ts';
import { drawPicture, makeItem, makePicture, makeReceipt, pdf, storedFolders } from '../../test/make.ts';
import { startS3 } from '../../test/s3.ts';
import { withItem, withOwner } from '../../test/worlds.ts';
import { closeOldFiles, createFileStore, FilesAway } from './file-store.ts';

test('with FILES_URL, files lie in the bucket: stored, shown, moved, listed and deleted', async () => {
  const { url, objects } = await startS3();
  const { app, owner, item } = await withItem(startApp({ filesUrl: url }));
  const { pictureId } = await makePicture(owner, item);
  expect([...objects.keys()].sort()).toEqual([`${pictureId}/1600.webp`, `${pictureId}/320.webp`]);
  const hidden = await owner.call('showPicture', { itemId: item.id, shown: false });
  expect(await storedFolders(app)).toEqual([hidden.pictureId]);
  expect((await owner.get(`/files/${hidden.pictureId}/320.webp`)).status).toBe(200);
  const receipt = await makeReceipt(owner, item);
  const sent = await owner.get(`/files/${receipt.id}/receipt`);
  expect(new Uint8Array(await sent.arrayBuffer())).toEqual(pdf);
  await deleteLostFiles(app.services);
  expect(await storedFolders(app)).toHaveLength(2);
  await owner.call('removePicture', { itemId: item.id });
  await owner.call('removeReceipt', { id: receipt.id });
  expect(objects.size).toBe(0);
});

test('stored files are for their account alone, whatever the umask is, also those of an earlier release', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'handback-test-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const folder = join(dataDir, 'files');
  const modes = async () => {
    const below = await readdir(folder, { recursive: true });
    const found = ['', ...below].map(async (name) => ((await stat(join(folder, name))).mode & 0o777).toString(8));
    return new Set(await Promise.all(found));
  };
  const umask = process.umask(0);
  try {
    const { app, owner, item } = await withItem(startApp({ filesDir: dataDir }));
    await makePicture(owner, item);
    await makeReceipt(owner, item);
    await owner.call('showPicture', { itemId: item.id, shown: false });
    expect(await storedFolders(app)).toHaveLength(2);
    expect(await modes()).toEqual(new Set(['700', '600']));

    await mkdir(join(folder, 'old'));
    await writeFile(join(folder, 'old/320.webp'), 'of an earlier release');
    await chmod(folder, 0o755);
    expect(await modes()).toContain('666');
    for (const _ of ['once', 'again']) await closeOldFiles(folder);
    expect(await modes()).toEqual(new Set(['700', '600']));
    expect(await app.services.files.read('old/320.webp')).toHaveLength(21);
    await closeOldFiles(join(dataDir, 'none'));
  } finally {
    process.umask(umask);
  }
});

test('a bucket that fails, refuses, sends other things or half of them is away: 503, and nothing of it is cached', async () => {
  const s3 = await startS3();
  const { app, owner, item } = await withItem(startApp({ filesUrl: s3.url }));
  const { pictureId } = await makePicture(owner, item);
  const path = `/files/${pictureId}/320.webp`;
  for (const trouble of ['error', 'refuses', 'cut', 'garbage'] as const) {
    s3.trouble = trouble;
    app.expectLogError(/The file store failed|is damaged/);
    const answer = await app.visitor().get(path);
    expect.soft([answer.status, answer.headers.get('cache-control')], trouble).toEqual([503, 'no-store']);
    expect.soft(answer.headers.get('retry-after'), trouble).toBe('5');
  }
  s3.trouble = 'error';
  expect(await send(app)).toMatchObject({ status: 503, error: { details: { reason: 'unavailable' } } });
  expect(await owner.call('getItem', { id: item.id })).toMatchObject({ pictureId });
  delete s3.trouble;
  expect((await app.visitor().get(path)).status).toBe(200);

  async function send({ expectLogError }: App) {
    expectLogError(/a function failed/);
    const data = { itemId: item.id, key: crypto.randomUUID() };
    const answer = await owner.upload('setPicture', data, await drawPicture());
    return { status: answer.status, ...((await answer.json()) as object) };
  }
});

test('what is stored only halfway, for want of room, leaves nothing behind', async () => {
  const s3 = await startS3();
  const { app, owner, item } = await withItem(startApp({ filesUrl: s3.url }));
  const { pictureId } = await makePicture(owner, item);
  const stored = [...s3.objects.keys()];
  app.expectLogError(/The file store failed|a function failed/);
  s3.room = stored.length + 1;
  const data = { itemId: item.id, key: crypto.randomUUID() };
  expect((await owner.upload('setPicture', data, await drawPicture())).status).toBe(503);
  expect([...s3.objects.keys()]).toEqual(stored);
  expect((await owner.tryCall('showPicture', { itemId: item.id, shown: false })).status).toBe(503);
  expect([...s3.objects.keys()]).toEqual(stored);
  expect(await owner.call('getItem', { id: item.id })).toMatchObject({ pictureId, pictureShown: true });
});

test.each(['cut-upload', 'no-answer'] as const)(
  'an upload to the bucket that breaks off (%s) leaves nothing and is sent again',
  async (trouble) => {
    const s3 = await startS3();
    const { app, owner } = await withOwner(startApp({ filesUrl: s3.url }));
    const { id: itemId } = await makeItem(owner);
    const send = async () => [
      await owner.upload('setPicture', { itemId, key: 'picture-key-1' }, await drawPicture()),
      await owner.upload('addReceipt', { itemId, key: 'receipt-key-1', name: 'Receipt.pdf' }, pdf),
    ];
    app.expectLogError(/a function failed/);
    s3.trouble = trouble;
    for (const answer of await send()) {
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({
        error: { status: 'UNAVAILABLE', details: { reason: 'unavailable' } },
      });
    }
    expect([...s3.objects.keys()]).toEqual([]);
    expect(await app.services.db.selectFrom('files').select('id').execute()).toEqual([]);
    delete s3.trouble;
    for (const answer of await send()) expect(answer.status).toBe(200);
    expect(await app.services.db.selectFrom('files').select('id').execute()).toHaveLength(2);
    expect(await storedFolders(app)).toHaveLength(2);
  },
);

test('a bucket that is silent for too long is given up', async () => {
  const s3 = await startS3();
  const files = createFileStore({ url: s3.url, dataDir: '', silenceMs: 100 });
  s3.trouble = 'silent';
  for (const ask of [() => files.read('a/320.webp'), () => files.put('a/320.webp', new Uint8Array(9))])
    await expect(ask()).rejects.toThrow(FilesAway);
});

test('a receipt that is not as long as it was breaks off', async () => {
  const s3 = await startS3();
  const { app, owner } = await withOwner(startApp({ filesUrl: s3.url }));
  const { id } = await makeReceipt(owner, await makeItem(owner));
  for (const size of [3, 3_000]) {
    s3.objects.set(`${id}/receipt.pdf`, Buffer.alloc(size));
    app.expectLogError(/a receipt failed/);
    const read = owner.get(`/files/${id}/receipt`).then((answer) => answer.arrayBuffer());
    await expect(read, `${size} bytes`).rejects.toThrow();
  }
});

test('the first files of an installation are all stored when they come at once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'handback-test-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  for (const round of Array(50).keys()) {
    const { put, folders } = createFileStore({ dataDir: join(dataDir, `${round}`) });
    const ids = [...Array(8).keys()].map((id) => `file-${id}`);
    await Promise.all(ids.map((id) => put(`${id}/320.webp`, new Uint8Array(1))));
    const stored: string[] = [];
    for await (const folder of folders()) stored.push(folder);
    expect(stored.sort(), `round ${round}`).toEqual(ids);
  }
});

test('a folder that cannot be written is away: 503 in words, and nothing is changed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'handback-test-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  // A file is where the folder should be; permissions would not stop root.
  await writeFile(join(dataDir, 'files'), '');
  const { app, owner, item } = await withItem(startApp({ filesDir: dataDir }));
  app.expectLogError(/The file store failed/);
  const answer = await owner.upload('setPicture', { itemId: item.id, key: 'picture-key-1' }, await drawPicture());
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain('UNAVAILABLE');
  expect(await owner.call('getItem', { id: item.id })).toMatchObject({ pictureId: null });
});
