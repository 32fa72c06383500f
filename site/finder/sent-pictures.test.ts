import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { eraseDeletedItems } from '../../domain/items/delete-item.ts';
import { type App, startApp } from '../../test/app.ts';
import { hiddenFields } from '../../test/hidden-fields.ts';
import {
  drawPicture,
  handOver,
  makeConversation,
  makeItem,
  makeOwner,
  type Person,
  shareItem,
  storedFolders,
} from '../../test/make.ts';
import { unzipBytes } from '../../test/unzip.ts';
import type { Visitor } from '../../test/visitor.ts';
import { withConversation } from '../../test/worlds.ts';

// Tests that list all files of the store have an app of their own.
async function lastMessage(reader: Visitor) {
  return (await reader.call('listConversations', {})).conversations[0]?.lastMessage;
}

test('a picture that a finder sends without scripts is seen by owner, member and finder, and by nobody else', async () => {
  const app = await startApp();
  const [owner, member, other] = [await makeOwner(app), await makeOwner(app, 'Bea'), await makeOwner(app, 'Cleo')];
  const item = await makeItem(owner);
  await shareItem(owner, member, item);
  const { finder, path } = await makeConversation(app, item);
  const action = /action="(\/conversation\/[^"]+\/pictures\?key=[^"]+)"/.exec(await finder.read(path))?.[1];
  const camera = { IFD0: { Make: 'Secret camera' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } };
  const picture = await sharp(await drawPicture(600))
    .withExif(camera)
    .jpeg()
    .toBuffer();
  for (const _ of ['once', 'and again']) {
    const sent = await finder.postFile(action ?? '', new Uint8Array(picture));
    expect([sent.status, sent.headers.get('location')]).toEqual([303, path]);
  }

  const { pictureId, text } = (await lastMessage(owner)) ?? {};
  expect(text).toBe('');
  expect(await storedFolders(app)).toEqual([pictureId]);
  const [forOwner, forFinder] = [`/files/${pictureId}/sent-1600.webp`, `${path}/pictures/${pictureId}/1600.webp`];
  expect(await finder.read(path)).toContain(`src="${path}/pictures/${pictureId}/320.webp"`);
  for (const [reader, address] of [
    [owner, forOwner],
    [member, forOwner],
    [finder, forFinder],
  ] as const) {
    const answer = await reader.get(address);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(answer.headers.get('cache-control')).toContain('private');
    const { format, exif, width } = await sharp(await answer.arrayBuffer()).metadata();
    expect([format, exif, width]).toEqual(['webp', undefined, 600]);
  }
  const another = await makeConversation(app, item, 'Me too');
  expect((await another.finder.get(`${another.path}/pictures/${pictureId}/320.webp`)).status).toBe(404);
  expect((await other.get(forOwner)).status).toBe(404);
  expect((await finder.get(forOwner)).headers.get('location')).toBe('/signin');
  for (const address of [`/files/${pictureId}/320.webp`, `/files/${pictureId}/receipt`])
    expect((await owner.get(address)).status, address).toBe(404);
});

test('what is no picture is refused in words, and nothing of it is stored; whether a late picture arrived can be asked without sending it', async () => {
  const { app, owner, finder, path } = await withConversation(startApp());
  const send = async (file: string) => {
    const refused = await finder.postFile(
      `${path}/pictures?key=${crypto.randomUUID()}`,
      new TextEncoder().encode(file),
    );
    return [refused.status, await refused.text()];
  };
  expect(await send('<svg onload="alert(1)"/>')).toEqual([422, expect.stringContaining('This is no picture')]);
  expect(await send('')).toEqual([422, expect.stringContaining('The file is empty')]);
  expect(await send('x'.repeat(10_000_001))).toEqual([422, expect.stringContaining('10 MB is the most')]);
  expect((await finder.post(`${path}/pictures?key=a-key-of-mine`, { picture: 'x' })).status).toBe(415);
  const headers = { origin: app.url, 'content-type': 'multipart/form-data; boundary=x' };
  const cut = '--x\r\ncontent-disposition: form-data; name="picture"; filename="a.jpg"\r\n\r\nhalf of it';
  const half = await finder.fetch(`${path}/pictures?key=a-key-of-mine`, { method: 'POST', headers, body: cut });
  expect([half.status, await half.text()]).toEqual([422, expect.stringContaining('Not all of it arrived')]);
  expect((await lastMessage(owner))?.pictureId).toBeNull();
  expect(await storedFolders(app)).toEqual([]);
  const action = `${path}/pictures?key=${crypto.randomUUID()}`;
  const ask = async () => (await finder.postFile(`${action}&late=1`, await drawPicture())).status;
  expect(await ask()).toBe(409);
  expect(await storedFolders(app)).toEqual([]);
  await finder.postFile(action, await drawPicture());
  expect(await ask()).toBe(303);
  expect(await storedFolders(app)).toHaveLength(1);
});

test('a picture that a phone sends again because it was cut off counts once, and holds no words; a handover leaves sent pictures with the earlier owner, whatever becomes of the item', async () => {
  const { app, owner, finder, path } = await withConversation();
  const to = `${path}/pictures?key=${crypto.randomUUID()}`;
  const cutOff = {
    method: 'POST',
    headers: { origin: app.url, 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\nContent-Disposition: form-data; name="picture"; filename="a.jpg"\r\n\r\nThe first ha',
  };
  for (let n = 0; n < 31; n++) expect((await finder.fetch(to, cutOff)).status).toBe(422);
  expect((await finder.post(path, { text: 'It is at the station.' })).status).toBe(303);
  expect(await lastMessage(owner)).toMatchObject({ text: 'It is at the station.', heldReason: null });
  expect((await finder.postFile(to, await drawPicture())).status).toBe(303);
  expect((await lastMessage(owner))?.pictureId).not.toBeNull();
  const [nextOwner, next] = [await makeOwner(app), await makeOwner(app, 'Bea')];
  const item = await makeItem(nextOwner);
  const { finder: nextFinder, path: nextPath } = await makeConversation(app, item);
  await nextFinder.postFile(`${nextPath}/pictures?key=a-key-of-mine`, await drawPicture());
  const { pictureId } = (await lastMessage(nextOwner)) ?? {};
  await handOver(nextOwner, next, item);
  expect((await nextOwner.get(`/files/${pictureId}/sent-320.webp`)).status).toBe(200);
  expect((await next.get(`/files/${pictureId}/sent-320.webp`)).status).toBe(404);
  const page = await nextFinder.read(nextPath);
  expect(page).toContain('belongs to somebody else now');
  expect(hiddenFields(page)).toEqual({});
  await deleteForGood(item.id, next, app);
  expect((await nextOwner.get(`/files/${pictureId}/sent-320.webp`)).status).toBe(200);
});

test('a conversation has room for ten pictures; a blocked one takes none', async () => {
  const { app, owner, finder, path } = await withConversation(startApp());
  const send = async () => finder.postFile(`${path}/pictures?key=${crypto.randomUUID()}`, await drawPicture(20));
  for (let n = 0; n < 10; n++) expect((await send()).status).toBe(303);
  const full = await send();
  expect([full.status, await full.text()]).toEqual([409, expect.stringContaining('no room for more pictures')]);
  const [conversation] = (await owner.call('listConversations', {})).conversations;
  await owner.call('blockConversation', { id: conversation?.id ?? '' });
  expect((await send()).status).toBe(409);
  expect(await storedFolders(app)).toHaveLength(10);
});

test('sent pictures take nothing of the room of their owner’s account, and outlive the item as the words do', async () => {
  const { app, owner, item, finder, path } = await withConversation(startApp({ filesBytesPerAccount: 600 }));
  await finder.postFile(`${path}/pictures?key=a-key-of-mine`, await drawPicture(900));
  const { pictureId } = (await lastMessage(owner)) ?? {};
  const own = await owner.upload('setPicture', { itemId: item.id, key: crypto.randomUUID() }, await drawPicture());
  expect(own.status).toBe(200);

  const zip = await unzipBytes(await (await owner.get('/profile/export')).blob());
  expect((await sharp(zip[`files/${pictureId}.webp`]).metadata()).width).toBe(900);
  await deleteForGood(item.id, owner, app);
  expect(await storedFolders(app)).toEqual([pictureId]);
  expect((await owner.get(`/files/${pictureId}/sent-320.webp`)).status).toBe(200);
});

/** As if its owner had deleted it long ago. */
async function deleteForGood(id: string, owner: Person, { services }: App): Promise<void> {
  await owner.call('deleteItem', { id });
  await sql`update items set deleted_at = ${new Date(0)} where id = ${id}`.execute(services.db);
  await eraseDeletedItems(services);
}
