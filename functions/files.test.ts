import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ItemSummary } from '../domain/items/contract/schema.ts';
import { eraseDeletedItems } from '../domain/items/delete-item.ts';
import { startApp } from '../test/app.ts';
import { drawPicture, makeItem, makeOwner, makePicture, makeReceipt, pdf, storedFolders } from '../test/make.ts';
import { unzip } from '../test/unzip.ts';
import type { Visitor } from '../test/visitor.ts';
import { withItem, withOwner } from '../test/worlds.ts';

type Answer = { result?: ItemSummary; error?: { status: string; message: string; details: { reason: string } } };

async function setPicture(owner: Visitor, itemId: string, key = crypto.randomUUID(), side = 64) {
  const answer = await owner.upload('setPicture', { itemId, key }, await drawPicture(side));
  return { status: answer.status, ...((await answer.json()) as Answer) };
}

test('a picture replaces the one before, also while a finder writes; the same key sets it once; an account sends so many files an hour', async () => {
  const { app, owner } = await withOwner(startApp());
  const { id } = await makeItem(owner);
  const key = crypto.randomUUID();
  const first = await setPicture(owner, id, key);
  expect((await setPicture(owner, id, key)).result?.pictureId).toBe(first.result?.pictureId);
  const second = await setPicture(owner, id);
  expect(second.result?.pictureId).not.toBe(first.result?.pictureId);
  expect(await storedFolders(app)).toEqual([second.result?.pictureId]);
  const item = await makePicture(owner, await makeItem(owner));
  await app.services.db.transaction().execute(async (trx) => {
    // As a new conversation does, which then waits for the account.
    await trx.selectFrom('items').select('id').where('id', '=', item.id).forKeyShare().execute();
    expect((await makePicture(owner, item)).pictureId).not.toBe(item.pictureId);
  });
  await setPicture(owner, id);
  await sql`update rate_limits set points = 240 where key like 'upload:%'`.execute(app.services.db);
  expect((await setPicture(owner, id)).status).toBe(429);
});

test('C-9.04 whoever may not send a file, or sends it to another region, sends none: the body is not taken', async () => {
  const app = await startApp();
  const [owner, other] = [await makeOwner(app), await makeOwner(app, 'Bea')];
  const { id: itemId } = await makeItem(owner);
  const data = { itemId, key: crypto.randomUUID() };
  expect((await app.visitor().upload('setPicture', data, await drawPicture())).status).toBe(401);
  expect((await other.upload('setPicture', data, await drawPicture())).status).toBe(404);
  expect((await owner.upload('setPicture', { itemId }, await drawPicture())).status).toBe(400);
  const { rows } = await sql`select from rate_limits where key like 'upload:%'`.execute(app.services.db);
  expect(rows).toEqual([]);
  const nextData = encodeURIComponent(JSON.stringify({ itemId, key: crypto.randomUUID() }));
  const send = async (region: string) => {
    const body = await drawPicture();
    const headers = { authorization: `Bearer ${owner.token}` };
    return (await owner.fetch(`/functions/${region}/setPicture?data=${nextData}`, { method: 'POST', headers, body }))
      .status;
  };
  expect(await send('europe-west1')).toBe(404);
  expect(await send('us-central1')).toBe(200);
});

test('what was received is deleted when the call ends, whatever becomes of it', async () => {
  const app = await startApp();
  const folder = await mkdtemp(join(tmpdir(), 'handback-test-'));
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const owner = await makeOwner(app);
  const { id } = await makeItem(owner);
  expect((await setPicture(owner, id)).status).toBe(200);
  expect((await setPicture(owner, id, crypto.randomUUID(), 1)).status).toBe(400);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
  app.expectLogError(/No folder could be made/);
  const unwritable = await setPicture(owner, id);
  expect(unwritable, 'without room to receive it').toMatchObject({ status: 503, error: { status: 'UNAVAILABLE' } });
});

test('an account has room for so many megabytes and no more; what it removes makes room', async () => {
  const { app, owner } = await withOwner(startApp({ filesBytesPerAccount: 600 }));
  const [first, second] = [await makeItem(owner), await makeItem(owner)];
  expect((await setPicture(owner, first.id)).status).toBe(200);
  const { count } = await app.services.db
    .selectFrom('files')
    .select(sql<number>`600 / sum(bytes)`.as('count'))
    .executeTakeFirstOrThrow();
  for (let n = 1; n < Number(count); n++) await makePicture(owner, await makeItem(owner));
  expect(await setPicture(owner, second.id)).toMatchObject({
    status: 409,
    error: { details: { reason: 'storage-full' } },
  });
  // In place of the one that is there.
  expect((await setPicture(owner, first.id)).status).toBe(200);
  await owner.call('removePicture', { itemId: first.id });
  expect((await setPicture(owner, second.id)).status).toBe(200);
});

test('many at once are drawn one after the other, and finders read their pages meanwhile', async () => {
  const { app, owner } = await withOwner();
  const items = await Promise.all(Array.from({ length: 8 }, () => makeItem(owner)));
  let isOver = false;
  const sending = Promise.all(items.map(({ id }) => setPicture(owner, id, crypto.randomUUID(), 2_400))).finally(() => {
    isOver = true;
  });
  let pages = 0;
  for (; !isOver; pages++) expect((await app.visitor().get(`/item/${items[pages % 8]?.hash}`)).status).toBe(200);
  expect(pages).toBeGreaterThan(8);
  expect((await sending).map(({ status }) => status)).toEqual(Array(8).fill(200));
});

test('a receipt comes back as it was sent, for its owner alone, and goes with its item; an item has ten at most, and one that is removed is deleted', async () => {
  const app = await startApp();
  const [owner, other] = [await makeOwner(app), await makeOwner(app, 'Bea')];
  const item = await makeItem(owner);
  const { id } = await makeReceipt(owner, item, 'Rechnung für “Ada’s” Rad.pdf');
  const { receipts } = await owner.call('listReceipts', { itemId: item.id });
  expect(receipts).toMatchObject([
    { id, name: 'Rechnung für “Ada’s” Rad', type: 'application/pdf', bytes: pdf.length },
  ]);
  const answer = await owner.get(`/files/${id}/receipt`);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-security-policy': "sandbox; default-src 'none'",
    'content-disposition': `attachment; filename="receipt.pdf"; filename*=UTF-8''Rechnung%20f%C3%BCr%20%E2%80%9CAda%E2%80%99s%E2%80%9D%20Rad.pdf`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(pdf);
  expect((await other.get(`/files/${id}/receipt`)).status).toBe(404);
  expect((await app.visitor().get(`/files/${id}/receipt`)).headers.get('location')).toBe('/signin');
  await owner.call('deleteItem', { id: item.id });
  expect((await owner.get(`/files/${id}/receipt`)).status).toBe(404);
  await owner.call('undeleteItem', { id: item.id });
  expect((await owner.get(`/files/${id}/receipt`)).status).toBe(200);
  await owner.call('deleteItem', { id: item.id });
  const deletedAt = new Date(Date.now() - 31 * 86_400_000);
  await app.services.db.updateTable('items').set({ deletedAt }).where('id', '=', item.id).execute();
  await eraseDeletedItems(app.services);
  expect(await storedFolders(app)).toEqual([]);
  const bike = await makeItem(owner);
  const bills = [];
  for (let n = 0; n < 10; n++) bills.push(await makeReceipt(owner, bike, `Bill ${n}`));
  const eleventh = { itemId: bike.id, key: crypto.randomUUID(), name: 'One more' };
  expect((await owner.upload('addReceipt', eleventh, pdf)).status).toBe(409);
  await owner.call('removeReceipt', { id: bills[0]?.id ?? '' });
  const both = [owner.upload('addReceipt', eleventh, pdf), owner.upload('addReceipt', eleventh, pdf)];
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await owner.upload('addReceipt', eleventh, pdf)).status).toBe(200);
  expect(await storedFolders(app)).toHaveLength(10);
});

test('the export has every file, as it is stored, and is a zip64 once its files are beyond 3 GB', async () => {
  const { owner, item } = await withItem(startApp());
  const { pictureId } = await makePicture(owner, item);
  const { id } = await makeReceipt(owner, item);
  const files = await unzip(await (await owner.get('/profile/export')).blob());
  expect(JSON.parse(files['files.json'] ?? '')).toMatchObject([{ id: pictureId }, { id, name: 'Bill' }]);
  expect(files[`files/${id}.pdf`]).toBe(new TextDecoder().decode(pdf));
  const picture = await owner.read(`/files/${pictureId}/1600.webp`);
  expect(hash(files[`files/${pictureId}.webp`])).toBe(hash(picture));
  const nextOwner = await makeOwner(owner.app);
  for (let count = 0; count < 2; count += 1) await makePicture(nextOwner, await makeItem(nextOwner));
  const exported = async () => Buffer.from(await (await nextOwner.get('/profile/export')).arrayBuffer());
  const endOfZip64 = Buffer.from('PK\x06\x06', 'latin1');
  // What the files are said to take: a test has no room for as much.
  await sql`UPDATE files SET bytes = 1_500_000_000`.execute(owner.app.services.db);
  expect((await exported()).includes(endOfZip64)).toBe(false);
  await sql`UPDATE files SET bytes = 1_500_000_001`.execute(owner.app.services.db);
  const zip = await exported();
  expect(zip.includes(endOfZip64)).toBe(true);
  expect(await unzip(new Blob([zip]))).toHaveProperty(['profile.json']);
});

const hash = (text = '') => createHash('sha256').update(text).digest('hex');
